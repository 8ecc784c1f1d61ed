/**
 * PostgreSQL codes of a value that can never be stored: class 22 (data exception), a violated
 * CHECK, and a row or index entry that is too large.
 */
const IMPOSSIBLE = /^(?:22...|23514|54000)$/;

/** Whether an error concerns a value, so that the same work without it may succeed. */
export function isDataError(error: unknown): error is Error {
  if (error instanceof RangeError) return true;
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && IMPOSSIBLE.test(error.code)
  );
}
