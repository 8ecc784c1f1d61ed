import { PAINEL_ROWS_MAX, type ParsedParamsOf } from "@malote/contract";
import { dayInZone, zoneOfUf } from "@malote/syntax";
import type { Db } from "../../db/index.ts";
import { readEmpresaFilter } from "../empresa/empresa.rules.ts";
import { findEmpresaId } from "../empresa/empresa-cnpj.rows.ts";
import type { Handlers } from "../handler.ts";
import { countEmails, type PainelSelection, sumDetail, sumPeriods, sumUfs } from "./painel.rows.ts";
import { dueWeeks, listPeriods, readGrouping, refuseRows } from "./painel.rules.ts";
import { writeEstatistica, writeTops } from "./painel.wire.ts";
import { sumDue, sumTopParties } from "./tops.rows.ts";

export const painelMethods = {
  "Painel.getEstatistica": async (ctx, params) => {
    const { contaId, contaUf } = ctx.caller;
    const { period, grouping } = readGrouping(params.searchDateRange, params.dateGroup);
    const periods = listPeriods(period, grouping);
    return await ctx.database.withConta(contaId, async (db) => {
      const selection = await readSelection(db, contaId, params);
      if (selection === null)
        return { object: writeEstatistica({ grouping, periods, sums: [], emails: [] }) };
      const sums = await sumPeriods(db, contaId, { selection, grouping });
      const { empresaId } = selection;
      const emails = await countEmails(db, contaId, { periods, zona: zoneOfUf(contaUf), empresaId });
      return { object: writeEstatistica({ grouping, periods, sums, emails }) };
    });
  },

  "Painel.getPartesVencimentos": async (ctx, params) => {
    const { contaId, contaUf } = ctx.caller;
    readGrouping(params.searchDateRange, params.dateGroup);
    const zona = zoneOfUf(contaUf);
    const weeks = dueWeeks(dayInZone(ctx.clock.now(), zona));
    return await ctx.database.withConta(contaId, async (db) => {
      const selection = await readSelection(db, contaId, params);
      if (selection === null) return { object: writeTops({ partes: [], weeks, sums: [] }) };
      const partes = await sumTopParties(db, contaId, { selection, zona });
      const sums = await sumDue(db, contaId, { selection, weeks });
      return { object: writeTops({ partes, weeks, sums }) };
    });
  },

  "Painel.getEstatisticaUF": async (ctx, params) => {
    const { contaId } = ctx.caller;
    readGrouping(params.searchDateRange, params.dateGroup);
    const results = await ctx.database.withConta(contaId, async (db) => {
      const selection = await readSelection(db, contaId, params);
      return selection === null ? [] : await sumUfs(db, contaId, selection);
    });
    return { results, totalCount: results.length };
  },

  "Painel.getEstatisticaDetalhado": async (ctx, params) => {
    const { contaId } = ctx.caller;
    const { grouping } = readGrouping(params.searchDateRange, params.dateGroup);
    const results = await ctx.database.withConta(contaId, async (db) => {
      const selection = await readSelection(db, contaId, params);
      if (selection === null) return [];
      return await sumDetail(db, contaId, { selection, grouping, limit: PAINEL_ROWS_MAX + 1 });
    });
    refuseRows(results.length);
    return { results, totalCount: results.length };
  },
} satisfies Handlers<"Painel">;

/**
 * Reads which documents to sum; null if the company is none of the conta's.
 * @throws {Refusal} cnpjInvalido, cpfInvalido
 */
async function readSelection(
  db: Db,
  contaId: string,
  params: ParsedParamsOf<"Painel.getEstatistica">,
): Promise<PainelSelection | null> {
  const { searchTipoAnalise: papel, searchDateRange: period, searchCnpjCpfEmpresa } = params;
  const documento = readEmpresaFilter(searchCnpjCpfEmpresa);
  if (documento === null) return { papel, periodo: period, empresaId: null };
  const empresaId = await findEmpresaId(db, contaId, documento);
  return empresaId === null ? null : { papel, periodo: period, empresaId };
}
