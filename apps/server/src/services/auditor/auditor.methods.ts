import { zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import type { Handlers } from "../handler.ts";
import { readPage, readTotal } from "../list/list.rules.ts";
import { findDocumentosByName } from "../nota/list/nota-filter.rows.ts";
import { countAuditores, type FullAuditor, findAuditor, findAuditores, findRelated } from "./auditor.rows.ts";
import { checkAuditorFilter } from "./auditor.rules.ts";
import { type AuditorParts, writeAuditor, writeAuditorRow } from "./auditor.wire.ts";
import { findSupplierContacts } from "./supplier-email.rows.ts";
import { writeSupplierEmail } from "./supplier-email.rules.ts";

export const auditorMethods = {
  "Auditor.getListAuditor": async (ctx, params) => {
    const { contaId, contaUf } = ctx.caller;
    const filtro = params.searchFilter ?? {};
    checkAuditorFilter(filtro);
    const pagina = readPage(params);
    return await ctx.database.withConta(contaId, async (db) => {
      const { texto, nomeEmitente } = filtro;
      const nomes = await findDocumentosByName(db, {
        ...(texto === undefined ? {} : { texto }),
        ...(nomeEmitente === undefined ? {} : { nomeEmitente }),
      });
      const ordem = params.listSearchOrder ?? ("eventoDesc" as const);
      const lista = { filtro, ordem, zona: zoneOfUf(contaUf), nomes };
      const rows = await findAuditores(db, contaId, { lista, pagina });
      const total = await readTotal(pagina, rows.length, () => countAuditores(db, contaId, lista));
      return { results: rows.map(writeAuditorRow), ...total };
    });
  },

  "Auditor.getAuditor": async (ctx, { id }) => {
    const { contaId, contaUf } = ctx.caller;
    return await ctx.database.withConta(contaId, async (db) => {
      const row = await findAuditor(db, contaId, id);
      if (row === null) throw new Refusal("auditorNaoEncontrado");
      const relacionados = await findRelated(db, contaId, row);
      const carta = await prepareSupplierEmail(db, contaId, { row, zona: zoneOfUf(contaUf) });
      return { object: writeAuditor({ row, relacionados, carta }) };
    });
  },
} satisfies Handlers<"Auditor">;

/** The message to the supplier; null unless the XML is missing and the emitter is another company. */
async function prepareSupplierEmail(
  db: Db,
  contaId: string,
  { row, zona }: { row: FullAuditor; zona: string },
): Promise<AuditorParts["carta"]> {
  if (!row.faltandoXml) return null;
  const { para, caixa, empresaCnpj, propria } = await findSupplierContacts(db, contaId, row);
  if (propria) return null;
  const empresa =
    row.empresaNome === null || empresaCnpj === null ? null : { nome: row.empresaNome, cnpj: empresaCnpj };
  const { tipoNota, chave, valorTotal, nomeEmitente, dataEmissao: emissao } = row;
  const [numero, serie] = [row.numeroNota, row.serieNota].map((n) => (n === null ? null : String(n)));
  const documento = {
    tipoNota,
    chave,
    valorTotal,
    nomeEmitente,
    emissao,
    numero: numero ?? null,
    serie: serie ?? null,
  };
  return { para, ...writeSupplierEmail({ ...documento, empresa, caixa, zona }) };
}
