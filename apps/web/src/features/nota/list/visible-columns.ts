import type { Side } from "../../../rpc/documents/queries.ts";

/** All columns of the list, in order. */
export const COLUMNS = [
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
export type ColumnKey = (typeof COLUMNS)[number];

const FIXED_COLUMNS: ReadonlySet<ColumnKey> = new Set(["tipo", "numero", "parte", "valor"]);
/** Hidden by default. */
const HIDDEN_COLUMNS: ReadonlySet<ColumnKey> = new Set([
  "documento",
  "nossa",
  "chegada",
  "manifestacao",
  "chave",
]);

/** The columns that the user may show or hide. Issued documents have no manifestação. */
export function optionalColumnsOf(side: Side): ColumnKey[] {
  return COLUMNS.filter((chave) => !FIXED_COLUMNS.has(chave) && (side === "E" || chave !== "manifestacao"));
}

/** The visible columns of a stored choice; the default columns if nothing is stored. */
export function readVisibleColumns(guardado: unknown): readonly ColumnKey[] {
  const chosen = typeof guardado === "string" ? guardado.split(",") : null;
  return COLUMNS.filter((chave) =>
    FIXED_COLUMNS.has(chave) ? true : chosen === null ? !HIDDEN_COLUMNS.has(chave) : chosen.includes(chave),
  );
}

export function writeVisibleColumns(columns: readonly ColumnKey[]): string {
  return COLUMNS.filter((chave) => columns.includes(chave)).join(",");
}
