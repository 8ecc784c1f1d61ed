import type { TipoNota } from "@malote/syntax";

/** SQL condition: a column holds one of the types.
 * @param tipos from the table of document types, never from a request */
export function isOneOf(column: string, tipos: readonly TipoNota[]): string {
  return `${column} IN (${tipos.map((tipo) => `'${tipo}'`).join(", ")})`;
}
