/** Maximum characters of the sort key of a name. */
export const ORDEM_NOME_MAX = 40;

/** A name for searching: no accents, lower case, single spaces, not truncated. */
export function foldNome(nome: string): string {
  return nome.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** The sort key of a name: folded, up to 40 characters. Computed here so
 * that the order is the same on every machine (the column compares bytes). */
export function ordemNome(nome: string): string {
  return [...foldNome(nome)].slice(0, ORDEM_NOME_MAX).join("");
}
