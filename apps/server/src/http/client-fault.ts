/** HTTP 4xx that Express gives a client error: an undecodable URL, invalid gzip. Null for others. */
export function clientErrorStatusOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("status" in error)) return null;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
