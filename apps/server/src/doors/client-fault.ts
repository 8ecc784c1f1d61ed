/** The 4xx that express gives an error of the client's: an address that cannot be decoded, gzip that does not inflate. Null for others. */
export function clientFaultOf(error: unknown): number | null {
  if (typeof error !== "object" || error === null || !("status" in error)) return null;
  const { status } = error;
  return typeof status === "number" && status >= 400 && status < 500 ? status : null;
}
