import { zoneOfUf } from "@malote/syntax";
import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { countEmails, findAnexos, findChavesSemXml, findChips, findEmail, findEmails } from "./email.rows.ts";
import { checkEmailFilter } from "./email.rules.ts";
import { withoutBody, writeEmail, writeEmailRow } from "./email.wire.ts";
import { findPartlyVisible } from "./email-visibility.rows.ts";
import { reprocessEmail } from "./reprocess-email.ts";

export const emailMethods = {
  "Email.getListEmail": async (ctx, params) => {
    const { contaId, contaUf, empresas } = ctx.caller;
    const filtro = params.searchFilter ?? {};
    checkEmailFilter(filtro);
    const pagina = readPage(params);
    const ordem = params.searchOrder ?? ("dataDesc" as const);
    const lista = { filtro, ordem, zona: zoneOfUf(contaUf), isRestrito: empresas !== null };
    return await ctx.database.withConta(contaId, async (db) => {
      const rows = await findEmails(db, contaId, { lista, pagina });
      const ids = rows.map((row) => row.id);
      const chips = await findChips(db, contaId, ids);
      const partlyVisible = await findPartlyVisible(db, ctx.caller, ids);
      const total = await readTotal(pagina, rows.length, () => countEmails(db, contaId, lista));
      return {
        results: rows.map((row) => {
          const counts = partlyVisible.get(row.id);
          return writeEmailRow(counts === undefined ? row : withoutBody(row, counts), chips);
        }),
        ...total,
      };
    });
  },

  "Email.getEmail": async (ctx, { id }) => {
    const { contaId } = ctx.caller;
    return await ctx.database.withConta(contaId, async (db) => {
      const found = await findEmail(db, contaId, id);
      if (found === null) throw new Refusal("emailNaoEncontrado");
      const counts = (await findPartlyVisible(db, ctx.caller, [id])).get(id);
      const row =
        counts === undefined
          ? found
          : { ...withoutBody(found, counts), corpoHtml: null, corpoMensagem: null };
      const anexos = await findAnexos(db, contaId, id);
      const chips = await findChips(db, contaId, [id]);
      const chaves = await findChavesSemXml(db, contaId, row.chavesSemXml);
      // A chave in a hidden body may belong to a document that the caller may not see.
      const semXml = counts === undefined ? chaves : chaves.filter(({ notaId }) => notaId !== null);
      return { object: writeEmail(row, { anexos, chips, semXml }) };
    });
  },

  "Email.reprocessarEmail": async (ctx, { id }) => {
    await reprocessEmail(ctx, id);
    ctx.wake?.();
    return {};
  },
} satisfies Handlers<"Email">;
