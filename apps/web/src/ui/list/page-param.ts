/** The page number in the URL, from 1. */
export function readPageParam(params: URLSearchParams): number {
  const page = Number(params.get("page"));
  return Number.isInteger(page) && page > 0 ? page : 1;
}

/** The URL parameters with another page number. */
export function writePageParam(params: URLSearchParams, number: number): URLSearchParams {
  const next = new URLSearchParams(params);
  if (number <= 1) next.delete("page");
  else next.set("page", String(number));
  return next;
}
