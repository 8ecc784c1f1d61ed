/** Characters kept in a name's sort key. */
export const ORDEM_NOME_MAX = 40;

/** A name as it is searched: no accents, lower case, single spaces, whole. */
export function foldNome(nome: string): string {
  return nome.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The sort key of a name: folded, at most 40 characters.
 * Written by us so that the order is the same on every machine (the column compares bytes). */
export function ordemNome(nome: string): string {
  return [...foldNome(nome)].slice(0, ORDEM_NOME_MAX).join("");
}
