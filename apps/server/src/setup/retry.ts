/**
 * SQLSTATEs of a conflict: roles belong to the whole server, so two concurrent setups change the same rows.
 */
const CONFLICTS = new Set(["23505", "42710", "XX000"]);
const TRIES = 5;

export const INSUFFICIENT_PRIVILEGE = "42501";

/** The SQLSTATE of a PostgreSQL error; "" of any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Retries `work` after a conflict with another setup. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await work();
    } catch (error) {
      if (n === TRIES || !CONFLICTS.has(codeOf(error))) throw error;
    }
  }
}
