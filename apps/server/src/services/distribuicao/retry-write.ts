import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../../errors.ts";
import { RETRY_DELAYS_MS } from "./distribuicao.rules.ts";

/**
 * Retries a write while the database restarts or deadlocks: SEFAZ gives each answer only once.
 * `write` must be idempotent, because an earlier attempt may have committed; its argument tells whether
 * there was one.
 */
export async function retryWrite<T>(write: (again: boolean) => Promise<T>): Promise<T> {
  for (const [n, wait] of RETRY_DELAYS_MS.entries()) {
    try {
      return await write(n > 0);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(wait);
    }
  }
  return await write(true);
}
