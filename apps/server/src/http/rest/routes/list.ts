/** Page and size under their JSON-RPC names. */
export function toPageParams({
  pagina,
  limit,
}: {
  pagina?: number | undefined;
  limit?: number | undefined;
}): {
  currentPage?: number | undefined;
  pageSize?: number | undefined;
} {
  return { currentPage: pagina, pageSize: limit };
}

/** A page of a list, with its total. */
export function writeList<T>({
  results: itens,
  totalCount: total,
  totalExato,
}: {
  results: T[];
  totalCount: number;
  totalExato?: boolean;
}): { itens: T[]; total: number; totalExato?: boolean } {
  return { itens, total, ...(totalExato === undefined ? {} : { totalExato }) };
}
