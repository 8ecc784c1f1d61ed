import type { Papel } from "../../rpc/queries.ts";

/** All columns of the list, in order. */
export const COLUNAS = [
  "tipo",
  "veredito",
  "numero",
  "emissao",
  "parte",
  "documento",
  "uf",
  "nossa",
  "valor",
  "chegada",
  "nfe",
  "sefaz",
  "manifestacao",
  "chave",
  "processado",
  "recebido",
  "conferido",
] as const;
export type ColunaChave = (typeof COLUNAS)[number];

const FIXAS: ReadonlySet<ColunaChave> = new Set(["tipo", "numero", "parte", "valor"]);
/** Hidden by default. */
const EXTRAS: ReadonlySet<ColunaChave> = new Set(["documento", "nossa", "chegada", "manifestacao", "chave"]);

/** The columns that the user may show or hide. Issued documents have no manifestação. */
export function escolhiveisOf(papel: Papel): ColunaChave[] {
  return COLUNAS.filter((chave) => !FIXAS.has(chave) && (papel === "E" || chave !== "manifestacao"));
}

/** The visible columns of a stored choice; the default columns if nothing is stored. */
export function readColunas(guardado: unknown): readonly ColunaChave[] {
  const chosen = typeof guardado === "string" ? guardado.split(",") : null;
  return COLUNAS.filter((chave) =>
    FIXAS.has(chave) ? true : chosen === null ? !EXTRAS.has(chave) : chosen.includes(chave),
  );
}

export function writeColunas(colunas: readonly ColunaChave[]): string {
  return COLUNAS.filter((chave) => colunas.includes(chave)).join(",");
}
