/**
 * PostgreSQL codes that say: this value cannot be stored, now or ever. Class 22 (data exception), a broken CHECK, and a row or an index
 * entry that is too large.
 */
const IMPOSSIBLE = /^(?:22...|23514|54000)$/;

/** Says whether an error is about a value, so that the same work without that value may succeed. */
export function isDataError(error: unknown): error is Error {
  if (error instanceof RangeError) return true;
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && IMPOSSIBLE.test(error.code)
  );
}
