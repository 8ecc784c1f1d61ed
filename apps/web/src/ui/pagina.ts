/** The page number in the URL, from 1. */
export function readPagina(params: URLSearchParams): number {
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The URL parameters with another page number. */
export function writePagina(params: URLSearchParams, pagina: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (pagina <= 1) next.delete("page");
  else next.set("page", String(pagina));
  return next;
}
