import { dayInZone, zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers, SignedInContext } from "../handler.ts";
import { registerAct } from "../registro/register-act.ts";
import { planTasks } from "../task/task.rows.ts";
import { findCaixas, findSealedCaixa } from "./caixa-email.rows.ts";
import { compareCaixas } from "./caixa-email.rules.ts";
import { writeCaixa, writeCaixaDetail } from "./caixa-email.wire.ts";
import { toPoll } from "./caixa-health.rules.ts";
import { countManualPoll, countTest } from "./count-caixa-usage.ts";
import { probeCaixa } from "./probe-caixa.ts";
import { removeCaixa, saveCaixaEmail } from "./save-caixa.ts";

export const caixaEmailMethods = {
  "CaixaEmail.getListCaixaEmail": async (ctx, { listSearchOrder }) => {
    const rows = await readCaixas(ctx);
    const order = compareCaixas(listSearchOrder ?? "descricao");
    return { results: rows.toSorted(order).map(writeCaixa), totalCount: rows.length };
  },

  "CaixaEmail.getCaixaEmail": async (ctx, { id }) => {
    const [row] = await readCaixas(ctx, id);
    if (row === undefined) throw new Refusal("caixaNaoEncontrada");
    return { object: writeCaixaDetail(row) };
  },

  "CaixaEmail.saveCaixaEmail": async (ctx, { caixaEmail }) => {
    const id = await saveCaixaEmail(ctx, caixaEmail);
    ctx.wake?.();
    return { object: { id } };
  },

  "CaixaEmail.deleteCaixaEmail": async (ctx, { id }) => {
    await removeCaixa(ctx, id);
    return {};
  },

  "CaixaEmail.pingServidor": async (ctx, { caixa }) => {
    await countTest(ctx);
    return { object: await probeCaixa(ctx, caixa) };
  },

  "CaixaEmail.coletarAgora": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    await ctx.database.withConta(contaId, async (db) => {
      const caixa = await findSealedCaixa(db, contaId, { id, lock: false });
      if (caixa === null) throw new Refusal("caixaNaoEncontrada");
      await countManualPoll(ctx, db, id);
      await planTasks(db, contaId, [toPoll(caixa, ctx.clock.now())]);
      await registerAct(ctx, db, { acao: "pedir-coleta", alvo: id, detalhe: caixa.descricao });
    });
    ctx.wake?.();
    return {};
  },
} satisfies Handlers<"CaixaEmail">;

async function readCaixas(ctx: SignedInContext, id?: string) {
  const { contaId, contaUf } = ctx.caller;
  const zona = zoneOfUf(contaUf);
  const dia = { dia: dayInZone(ctx.clock.now(), zona), zona };
  return await ctx.database.withConta(contaId, (db) =>
    findCaixas(db, contaId, id === undefined ? dia : { ...dia, id }),
  );
}
