import { CONSULTAS_MAX } from "@malote/contract";
import { recordOf, TIPOS_EM_ABERTO, TIPOS_NO_BADGE } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { readEventos } from "../manifestacao/own-evento/read-eventos.ts";
import { requestEvento } from "../manifestacao/own-evento/request-evento.ts";
import { readManifestacao } from "../manifestacao/read-manifestacao.ts";
import { requestManifestacao, requestManifestacoes } from "../manifestacao/request-manifestacao.ts";
import { findConsultas } from "../sefaz/consulta.rows.ts";
import { findDueTime } from "../task/due-task.rows.ts";
import { checkItems } from "./document/check-items.ts";
import { readNotaJson } from "./document/read-nota-json.ts";
import { readEventoTexts, readStoredNota } from "./document/read-stored.ts";
import { findEvidence, judgeEvidence } from "./evidence/read-evidence.ts";
import { flagNotas } from "./flags/flag-notas.ts";
import type { Flag } from "./flags/nota-flag.rows.ts";
import { countByType } from "./list/count-by-type.rows.ts";
import { readDivergencias } from "./list/read-divergencias.ts";
import { countList, countUnprocessed, findEventos, findNota, findOrigins, findPage } from "./nota.rows.ts";
import { writeByType, writeNota, writeNotaRow } from "./nota.wire.ts";
import { publicNotaMethods } from "./public-download/public-nota.ts";
import { findQuarantineActs } from "./quarentena/quarentena.rows.ts";
import { releaseFromQuarentena } from "./quarentena/release-from-quarentena.ts";
import { returnToQuarentena } from "./quarentena/return-to-quarentena.ts";
import { searchNotas } from "./search/search-notas.ts";
import { hasConsultaAnswer, requestConsulta } from "./sefaz/request-consulta.ts";

/** The methods of a nota. That of the list, which may export it, is in exportacao/. */
export const notaMethods = {
  "Nota.getNota": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    const now = ctx.clock.now();
    const found = await ctx.database.withConta(contaId, async (db) => {
      // Read pending manifestações first: each statement takes a new snapshot, so a later read could
      // show one as finished before the nota does.
      const manifestacao = await readManifestacao(db, ctx.caller, { id, now });
      const ownEventos = await readEventos(db, ctx.caller, { id, now });
      const row = await findNota(db, contaId, id);
      if (row === null) throw new Refusal("notaNaoEncontrada");
      return {
        row,
        manifestacao: { ...manifestacao, ...ownEventos },
        eventos: await findEventos(db, contaId, row.id),
        origens: await findOrigins(db, contaId, row.chave),
        consultas: await findConsultas(db, contaId, { chave: row.chave, limite: CONSULTAS_MAX }),
        atos: await findQuarantineActs(db, contaId, row.id),
        kept: await findEvidence(db, ctx.caller, row),
        proximaEm: await findDueTime(db, contaId, { tipo: "validate", alvo: row.chave }),
      };
    });
    // Items and free text have no columns: they are parsed from the stored XML, outside any transaction.
    const parsed = await readStoredNota(ctx, found.row.xmlGzip);
    const texts = await readEventoTexts(ctx, found.eventos);
    const evidence = judgeEvidence(found.row, found.kept, parsed);
    return { object: writeNota({ ...found, parsed, texts, evidence, now }) };
  },

  "Nota.getNotasEntradaEmAberto": async (ctx) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) => countUnprocessed(db, contaId));
    const by = (tipo: string): number => rows.find((row) => row.tipoNota === tipo)?.total ?? 0;
    const object = recordOf(TIPOS_EM_ABERTO, by);
    return { totalCount: TIPOS_NO_BADGE.reduce((sum, tipo) => sum + object[tipo], 0), object };
  },

  "Nota.setProcessadoErp": async (ctx, { id, processado }) =>
    await setFlag(ctx, { id, flag: "processadoErp", valor: processado }),

  "Nota.setRecebido": async (ctx, { id, recebido }) =>
    await setFlag(ctx, { id, flag: "recebido", valor: recebido }),

  "Nota.setConferido": async (ctx, { id, conferido }) =>
    await setFlag(ctx, { id, flag: "conferido", valor: conferido }),

  "Nota.liberarQuarentena": async (ctx, liberacao) => {
    await releaseFromQuarentena(ctx, liberacao);
    return {};
  },

  "Nota.colocarQuarentena": async (ctx, request) => {
    await returnToQuarentena(ctx, request);
    return {};
  },

  "Nota.manifestacao": async (ctx, request) => {
    await requestManifestacao(ctx, request);
    return {};
  },

  "Nota.manifestarLote": async (ctx, request) => {
    const results = await requestManifestacoes(ctx, request);
    return { results, totalCount: results.length };
  },

  "Nota.sendEvento": async (ctx, request) => ({
    object: { id: await requestEvento(ctx, request, checkItems) },
  }),

  "Nota.hasSefazStatus": async (ctx, consulta) => ({ object: await hasConsultaAnswer(ctx, consulta) }),

  "Nota.consultarSefaz": async (ctx, consulta) => {
    await requestConsulta(ctx, consulta);
    return {};
  },

  "Nota.getNotaJson": async (ctx, { id }) => ({ object: await readNotaJson(ctx, ctx.caller.contaId, id) }),

  "Nota.getNumeroDivergencias": async (ctx, request) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, async (db) => {
      const list = await readDivergencias(db, ctx.caller, request);
      return list === null ? [] : await countByType(db, contaId, list);
    });
    return writeByType(rows);
  },

  "Nota.getNotasDivergentes": async (ctx, request) => {
    const { contaId } = ctx.caller;
    const page = readPage(request);
    return await ctx.database.withConta(contaId, async (db) => {
      const list = await readDivergencias(db, ctx.caller, request);
      if (list === null) return { results: [], totalCount: 0 };
      const rows = await findPage(db, contaId, { list, page });
      const total = await readTotal(page, rows.length, () => countList(db, contaId, list));
      return { results: rows.map((row) => writeNotaRow(row, ctx.clock.now())), ...total };
    });
  },

  "Nota.globalSearchNota": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const results = await ctx.database.withConta(contaId, (db) => searchNotas(db, contaId, searchKey));
    return { results, totalCount: results.length };
  },

  ...publicNotaMethods,
} satisfies Omit<Handlers<"Nota">, "Nota.getListNota">;

type FlagRequest = { id: string; flag: Flag; valor: boolean };

/** @throws {Refusal} notaNaoEncontrada, notaEmQuarentena */
async function setFlag(
  ctx: SignedInContext,
  { id, flag, valor }: FlagRequest,
): Promise<Record<never, never>> {
  const [flagged] = await flagNotas(ctx, { flag, items: [{ id, valor }] });
  if (flagged?.refusal) throw new Refusal(flagged.refusal);
  return {};
}
