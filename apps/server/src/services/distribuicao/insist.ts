import { setTimeout as sleep } from "node:timers/promises";
import { isAway } from "../../errors.ts";
import { ESPERAS_MS } from "./distribuicao.rules.ts";

/**
 * Retries a write while the database restarts or deadlocks: SEFAZ gives each answer only once.
 * `write` must be idempotent, because an earlier attempt may have committed; its argument tells whether
 * there was one.
 */
export async function insist<T>(write: (again: boolean) => Promise<T>): Promise<T> {
  for (const [n, wait] of ESPERAS_MS.entries()) {
    try {
      return await write(n > 0);
    } catch (error) {
      if (!isAway(error)) throw error;
      await sleep(wait);
    }
  }
  return await write(true);
}
