import { LOTE_DESFAZER_HORAS, LOTE_FILTRO_MAX, SECOND_FACTOR_FIELD } from "@malote/contract";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { readManifestacaoRequest } from "../manifestacao/manifestacao.rules.ts";
import { registerAct } from "../registro/register-act.ts";
import { countLote } from "./count-lote.ts";
import {
  countLotes,
  findLote,
  findLotes,
  type LoteAct,
  type LoteRow,
  lockLote,
  setUndone,
  updateLote,
} from "./lote.rows.ts";
import { findUndoRefusal, isOpen, mayStop } from "./lote.rules.ts";
import { mayRepeat, writeDocumento, writeLote } from "./lote.wire.ts";
import { countItems, findItemIds, findItems, replaceOutcomes } from "./lote-item.rows.ts";
import { type LoteTarget, resolveTarget, startLote } from "./start-lote.ts";

export const loteMethods = {
  "Lote.getContagem": async (ctx, target) => ({
    object: await ctx.database.withConta(ctx.caller.contaId, async (db) =>
      countLote(ctx, db, await resolveTarget(ctx, db, target)),
    ),
  }),

  "Lote.startMarca": async (ctx, { marca, valor, ...target }) => ({
    object: await startOn(ctx, target, { tipo: "marca", marca, valor }),
  }),

  "Lote.startManifestacao": async (ctx, { novoStatus, justificativa, ...target }) => ({
    object: await startOn(ctx, target, {
      tipo: "manifestacao",
      ...readManifestacaoRequest(novoStatus, justificativa),
    }),
  }),

  "Lote.getListLote": async (ctx, { abertos = false, ...params }) => {
    const { contaId } = ctx.caller;
    const page = readPage(params);
    const now = ctx.clock.now();
    return await ctx.database.withConta(contaId, async (db) => {
      const rows = await findLotes(db, contaId, { abertos, page });
      const total = await readTotal(page, rows.length, () => countLotes(db, contaId, abertos));
      return { results: rows.map((row) => writeLote(row, ctx.caller, now)), ...total };
    });
  },

  "Lote.getLote": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const row = found(await ctx.database.withConta(contaId, (db) => findLote(db, contaId, id)));
    return { object: writeLote(row, ctx.caller, ctx.clock.now()) };
  },

  "Lote.getListDocumento": async (ctx, { id: loteId, situacao = null, ...params }) => {
    const { contaId } = ctx.caller;
    const page = readPage(params);
    return await ctx.database.withConta(contaId, async (db) => {
      found(await findLote(db, contaId, loteId));
      const rows = await findItems(db, contaId, { loteId, situacao, page });
      const total = await readTotal(page, rows.length, () => countItems(db, contaId, { loteId, situacao }));
      return { results: rows.map(writeDocumento), ...total };
    });
  },

  "Lote.endLote": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const now = ctx.clock.now();
    await ctx.database.withConta(contaId, async (db) => {
      const lote = found(await lockLote(db, contaId, id));
      if (!mayStop(ctx.caller, lote)) throw new Refusal("loteDeOutraPessoa");
      if (!isOpen(lote)) throw new Refusal("loteTerminado");
      const stop = { loteId: id, from: ["na-fila"], to: "parado", mensagem: null, now } as const;
      await replaceOutcomes(db, contaId, stop);
      // What is being sent ends by itself: the task reads its answers.
      if (lote.enviando === 0) await updateLote(db, contaId, { id, estado: "parado", now, ended: true });
      await registerAct(ctx, db, { acao: "parar-lote", alvo: id, detalhe: `lote ${lote.numero}` });
    });
    return {};
  },

  "Lote.startDesfazer": async (ctx, { id }) => {
    const now = ctx.clock.now();
    return await start(ctx, async (db) => {
      const { contaId } = ctx.caller;
      const lote = found(await lockLote(db, contaId, id));
      const refusal = findUndoRefusal(lote, now);
      if (refusal !== null) throw new Refusal(refusal, { values: { horas: LOTE_DESFAZER_HORAS } });
      const ids = await idsOf(db, contaId, lote, ["feito"]);
      await setUndone(db, contaId, { id, now });
      return { ids, act: invert(actOf(lote)), origem: { id, tipo: "desfaz" } as const };
    });
  },

  "Lote.retryLote": async (ctx, { id }) =>
    await start(ctx, async (db) => {
      const { contaId, isManifestante, lacksSecondFactor } = ctx.caller;
      const lote = found(await lockLote(db, contaId, id));
      if (isOpen(lote)) throw new Refusal("loteEmAndamento");
      if (lote.tipo === "manifestacao") {
        if (!isManifestante) throw new Refusal("manifestacaoSemPermissao");
        if (lacksSecondFactor)
          throw new Refusal("manifestacaoSemSegundoFator", { campo: SECOND_FACTOR_FIELD });
      }
      if (!mayRepeat(lote, ctx.caller)) throw new Refusal("loteNadaARepetir");
      const ids = await idsOf(db, contaId, lote, ["recusado", "parado"]);
      return { ids, act: actOf(lote), origem: { id, tipo: "repete" } as const };
    }),
} satisfies Handlers<"Lote">;

type NewStart = Parameters<typeof startLote>[2];

async function start(
  ctx: SignedInContext,
  choose: (db: Db) => Promise<NewStart>,
): Promise<{ object: { id: string } }> {
  const { contaId } = ctx.caller;
  const object = await ctx.database.withConta(contaId, async (db) => startLote(ctx, db, await choose(db)));
  ctx.wake?.();
  return { object };
}

async function startOn(ctx: SignedInContext, target: LoteTarget, act: LoteAct): Promise<{ id: string }> {
  const started = await start(ctx, async (db) => ({
    ids: await resolveTarget(ctx, db, target),
    act,
    origem: null,
  }));
  return started.object;
}

function found(lote: LoteRow | null): LoteRow {
  if (lote === null) throw new Refusal("loteNaoEncontrado");
  return lote;
}

async function idsOf(
  db: Db,
  contaId: string,
  { id: loteId }: LoteRow,
  situacoes: readonly ("feito" | "recusado" | "parado")[],
): Promise<string[]> {
  return await findItemIds(db, contaId, { loteId, situacoes, limit: LOTE_FILTRO_MAX });
}

function actOf({ tipo, marca, valor, status, justificativa }: LoteRow): LoteAct {
  if (tipo === "marca" && marca !== null && valor !== null) return { tipo, marca, valor };
  if (tipo === "manifestacao" && status !== null) return { tipo, status, justificativa };
  throw new Error("a lote without its act");
}

function invert(act: LoteAct): LoteAct {
  return act.tipo === "marca" ? { ...act, valor: !act.valor } : act;
}
