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
    const { contaId, contaUf, empresas } = ctx.caller;
    const filtro = params.searchFilter ?? {};
    checkEmailFiltro(filtro);
    const pagina = readPagina(params);
    const ordem = params.searchOrder ?? ("dataDesc" as const);
    const lista = { filtro, ordem, zona: zonaOfUf(contaUf), isRestrito: empresas !== null };
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const rows = await findEmails(sql, contaId, { lista, pagina });
      const ids = rows.map((row) => row.id);
      const chips = await findChips(sql, contaId, ids);
      const parciais = await findParciais(sql, ctx.caller, ids);
      const total = await readTotal(pagina, rows.length, () => countEmails(sql, contaId, lista));
      return {
        results: rows.map((row) => {
          const contagem = parciais.get(row.id);
          return writeEmailLinha(contagem === undefined ? row : withoutCorpo(row, contagem), chips);
        }),
        ...total,
      };
    });
  },

  "Email.getEmail": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const found = await findEmail(sql, contaId, id);
      if (found === null) throw new Refusal("emailNaoEncontrado");
      const contagem = (await findParciais(sql, ctx.caller, [id])).get(id);
      const row =
        contagem === undefined
          ? found
          : { ...withoutCorpo(found, contagem), corpoHtml: null, corpoMensagem: null };
      const anexos = await findAnexos(sql, contaId, id);
      const chips = await findChips(sql, contaId, [id]);
      const chaves = await findChavesSemXml(sql, contaId, row.chavesSemXml);
      // A chave in a hidden body may belong to a document that the caller may not see.
      const semXml = contagem === undefined ? chaves : chaves.filter(({ notaId }) => notaId !== null);
      return { object: writeEmail(row, { anexos, chips, semXml }) };
    });
  },

  "Email.reprocessarEmail": async (ctx, { id }) => {
    await reprocessEmail(ctx, id);
    ctx.wake?.();
    return {};
  },
} satisfies Handlers<"Email">;
