import type { Handlers } from "../handler.ts";
import {
  findEmpresasNomeadas,
  findParticipantes,
  findRemetentes,
  findUsuariosNomeados,
} from "./autocomplete.rows.ts";
import {
  readDigitado,
  suggestEmpresas,
  suggestParticipante,
  suggestRemetente,
  suggestUsuarios,
} from "./autocomplete.rules.ts";

export const autocompleteMethods = {
  "Autocomplete.getEmpresas": async (ctx, { searchKey }) => {
    const { contaId, empresas } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, (sql) =>
      findEmpresasNomeadas(sql, contaId, empresas),
    );
    return listAll(suggestEmpresas(rows, readDigitado(searchKey)));
  },

  "Autocomplete.getParticipantes": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, (sql) =>
      findParticipantes(sql, contaId, readDigitado(searchKey)),
    );
    return listAll(rows.map(suggestParticipante));
  },

  "Autocomplete.getRemetentes": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, (sql) =>
      findRemetentes(sql, contaId, readDigitado(searchKey).padrao),
    );
    return listAll(rows.map(suggestRemetente));
  },

  "Autocomplete.getUsuarios": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withContaSql(contaId, (sql) => findUsuariosNomeados(sql, contaId));
    return listAll(suggestUsuarios(rows, readDigitado(searchKey)));
  },
} satisfies Handlers<"Autocomplete">;

function listAll<T>(results: T[]): { results: T[]; totalCount: number } {
  return { results, totalCount: results.length };
}
