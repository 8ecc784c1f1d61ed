import type { NotaRow, Side } from "../../../rpc/documents/queries.ts";
import { type FilterableColumn, otherPartyOf } from "../list/list-props.ts";
import { type ListFilter, statusOf } from "./nota-filter.ts";

/** The filter narrowed to the value of a cell. */
export function narrowFilter(
  filter: ListFilter,
  field: FilterableColumn,
  { nota, side }: { nota: NotaRow; side: Side },
): ListFilter {
  if (field === "tipo") return { ...filter, tipos: [nota.tipoNota] };
  if (field === "veredito") return { ...filter, vereditos: [nota.veredito] };
  if (field === "nfe") return narrowNfe(filter, nota);
  if (field === "sefaz") return narrowSefaz(filter, nota);
  if (field === "manifestacao") return { ...filter, manifestacoes: [nota.manifestacao] };
  const { documento, uf } = otherPartyOf(nota, side);
  if (field === "uf") return { ...filter, uf: uf ?? "" };
  return side === "E" ? { ...filter, emitente: documento } : { ...filter, destinatario: documento };
}

/** The cell of a document in quarantine shows the quarantine, not the status. */
function narrowNfe(filter: ListFilter, nota: NotaRow): ListFilter {
  if (nota.quarentena) return { ...filter, situacao: "quarentena" };
  return { ...filter, nfe: [statusOf(nota.nfeStatus)] };
}

function narrowSefaz(filter: ListFilter, nota: NotaRow): ListFilter {
  return {
    ...filter,
    sefaz: [statusOf(nota.sefazStatus)],
    ...(nota.divergente ? { situacao: nota.quarentena ? "quarentena" : "divergente" } : {}),
  };
}
