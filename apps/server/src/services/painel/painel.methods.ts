import { PAINEL_LINHAS_MAX, type ParsedParamsOf } from "@malote/contract";
import { zonaOfUf } from "@malote/syntax";
import type { Sql } from "../../db/index.ts";
import { readProcurada } from "../empresa/empresa.rules.ts";
import type { Handlers } from "../handler.ts";
import { countEmails, findEmpresaId, type Recorte, sumDetalhe, sumPeriodos, sumUfs } from "./painel.rows.ts";
import { listPeriodos, readCorte, refuseLinhas } from "./painel.rules.ts";
import { writeEstatistica } from "./painel.wire.ts";

export const painelMethods = {
  "Painel.getEstatistica": async (ctx, params) => {
    const { contaId, contaUf } = ctx.caller;
    const { periodo, grupo } = readCorte(params.searchDateRange, params.dateGroup);
    const periodos = listPeriodos(periodo, grupo);
    return await ctx.database.withContaSql(contaId, async (sql) => {
      const recorte = await readRecorte(sql, contaId, params);
      if (recorte === null) return { object: writeEstatistica({ grupo, periodos, pontos: [], emails: [] }) };
      const pontos = await sumPeriodos(sql, contaId, { recorte, grupo });
      const { empresaId } = recorte;
      const emails = await countEmails(sql, contaId, { periodos, zona: zonaOfUf(contaUf), empresaId });
      return { object: writeEstatistica({ grupo, periodos, pontos, emails }) };
    });
  },

  "Painel.getEstatisticaUF": async (ctx, params) => {
    const { contaId } = ctx.caller;
    readCorte(params.searchDateRange, params.dateGroup);
    const results = await ctx.database.withContaSql(contaId, async (sql) => {
      const recorte = await readRecorte(sql, contaId, params);
      return recorte === null ? [] : await sumUfs(sql, contaId, recorte);
    });
    return { results, totalCount: results.length };
  },

  "Painel.getEstatisticaDetalhado": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const { grupo } = readCorte(params.searchDateRange, params.dateGroup);
    const results = await ctx.database.withContaSql(contaId, async (sql) => {
      const recorte = await readRecorte(sql, contaId, params);
      if (recorte === null) return [];
      return await sumDetalhe(sql, contaId, { recorte, grupo, limite: PAINEL_LINHAS_MAX + 1 });
    });
    refuseLinhas(results.length);
    return { results, totalCount: results.length };
  },
} satisfies Handlers<"Painel">;

/**
 * Reads which documents to sum; null if the company is none of the conta's.
 * @throws {Refusal} cnpjInvalido, cpfInvalido
 */
async function readRecorte(
  sql: Sql,
  contaId: string,
  params: ParsedParamsOf<"Painel.getEstatistica">,
): Promise<Recorte | null> {
  const { searchTipoAnalise: papel, searchDateRange: periodo, searchCnpjCpfEmpresa } = params;
  const documento = readProcurada(searchCnpjCpfEmpresa);
  if (documento === null) return { papel, periodo, empresaId: null };
  const empresaId = await findEmpresaId(sql, contaId, documento);
  return empresaId === null ? null : { papel, periodo, empresaId };
}
