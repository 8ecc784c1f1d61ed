import type { NotaRow, NotaSortOrder } from "../../../rpc/documents/queries.ts";
import type { Column } from "../../../ui/list/column.ts";
import type { ColumnProps } from "./list-props.ts";

/** The orders of each head that sorts: the first click gives the first one, the next click the other. */
const HEADS = {
  emissao: ["emissaoDesc", "emissaoAsc"],
  chegada: ["chegadaDesc", "chegadaAsc"],
  numero: ["numeroDesc", "numeroAsc"],
  valor: ["valorDesc", "valorAsc"],
  emitente: ["emitente", "emitenteDesc"],
  destinatario: ["destinatario", "destinatarioDesc"],
} as const satisfies Record<string, readonly [NotaSortOrder, NotaSortOrder]>;

/** The state of the head of a column, and what a click on it does. */
export function sortHeadOf(
  { ordem, onSort }: Pick<ColumnProps, "ordem" | "onSort">,
  head: keyof typeof HEADS,
): Pick<Column<NotaRow>, "sort" | "onSort"> {
  const [first, second] = HEADS[head];
  if (ordem !== first && ordem !== second) return { onSort: () => onSort(first) };
  return {
    sort: ordem.endsWith("Desc") ? "descending" : "ascending",
    onSort: () => onSort(ordem === first ? second : first),
  };
}
