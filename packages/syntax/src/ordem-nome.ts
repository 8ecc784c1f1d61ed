/** Characters kept in a name's sort key. */
export const ORDEM_NOME_MAX = 40;

/** The sort key of a name: no accents, lower case, single spaces, at most 40 characters.
 * Written by us so that the order is the same on every machine (the column compares bytes). */
export function ordemNome(nome: string): string {
  const plain = nome.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
  return [...plain].slice(0, ORDEM_NOME_MAX).join("");
}
