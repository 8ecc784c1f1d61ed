import { zonaOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPagina, readTotal } from "../lista/lista.rules.ts";
import { countEmails, findAnexos, findChavesSemXml, findChips, findEmail, findEmails } from "./email.rows.ts";
import { checkEmailFiltro } from "./email.rules.ts";
import { withoutCorpo, writeEmail, writeEmailLinha } from "./email.wire.ts";
import { findParciais } from "./email-parcial.rows.ts";
import { reprocessEmail } from "./reprocess-email.ts";

export const emailMethods = {
  "Email.getListEmail": async (ctx, params) => {
    const { contaId, contaUf } = ctx.caller;
    const filtro = params.searchFilter ?? {};
    checkEmailFiltro(filtro);
    const pagina = readPagina(params);
    const lista = { filtro, ordem: params.searchOrder ?? ("dataDesc" as const), zona: zonaOfUf(contaUf) };
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const rows = await findEmails(sql, contaId, { lista, pagina });
      const ids = rows.map((row) => row.id);
      const chips = await findChips(sql, contaId, ids);
      const parciais = await findParciais(sql, ctx.caller, ids);
      const total = await readTotal(pagina, rows.length, () => countEmails(sql, contaId, lista));
      return {
        results: rows
          .map((row) => (parciais.has(row.id) ? withoutCorpo(row) : row))
          .map((row) => writeEmailLinha(row, chips)),
        ...total,
      };
    });
  },

  "Email.getEmail": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const found = await findEmail(sql, contaId, id);
      if (found === null) throw new Refusal("emailNaoEncontrado");
      const isParcial = (await findParciais(sql, ctx.caller, [id])).has(id);
      const row = isParcial ? { ...withoutCorpo(found), corpoHtml: null, corpoMensagem: null } : found;
      const anexos = await findAnexos(sql, contaId, id);
      const chips = await findChips(sql, contaId, [id]);
      const semXml = await findChavesSemXml(sql, contaId, row.chavesSemXml);
      return { object: writeEmail(row, { anexos, chips, semXml }) };
    });
  },

  "Email.reprocessarEmail": async (ctx, { id }) => {
    await reprocessEmail(ctx, id);
    ctx.wake?.();
    return {};
  },
} satisfies Handlers<"Email">;
