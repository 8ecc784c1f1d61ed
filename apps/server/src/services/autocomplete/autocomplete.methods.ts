import type { Handlers } from "../handler.ts";
import {
  findNamedEmpresas,
  findNamedUsuarios,
  findParticipantes,
  findRemetentes,
} from "./autocomplete.rows.ts";
import {
  readTypedText,
  suggestEmpresas,
  suggestParticipante,
  suggestRemetente,
  suggestUsuarios,
} from "./autocomplete.rules.ts";

export const autocompleteMethods = {
  "Autocomplete.getEmpresas": async (ctx, { searchKey }) => {
    const { contaId, empresas } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) => findNamedEmpresas(db, contaId, empresas));
    return listAll(suggestEmpresas(rows, readTypedText(searchKey)));
  },

  "Autocomplete.getParticipantes": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) =>
      findParticipantes(db, contaId, readTypedText(searchKey)),
    );
    return listAll(rows.map(suggestParticipante));
  },

  "Autocomplete.getRemetentes": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) =>
      findRemetentes(db, contaId, readTypedText(searchKey).pattern),
    );
    return listAll(rows.map(suggestRemetente));
  },

  "Autocomplete.getUsuarios": async (ctx, { searchKey }) => {
    const { contaId } = ctx.caller;
    const rows = await ctx.database.withConta(contaId, (db) => findNamedUsuarios(db, contaId));
    return listAll(suggestUsuarios(rows, readTypedText(searchKey)));
  },
} satisfies Handlers<"Autocomplete">;

function listAll<T>(results: T[]): { results: T[]; totalCount: number } {
  return { results, totalCount: results.length };
}
