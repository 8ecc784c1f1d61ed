import { setTimeout as sleep } from "node:timers/promises";
import { isAway } from "../../errors.ts";
import { ESPERAS_MS } from "./distribuicao.rules.ts";

/**
 * Writes what must not be lost to a database that restarts, or to two transactions that blocked each other: SEFAZ gives an answer once.
 * `write` must be harmless when an earlier try was committed after all; it is told whether there was one.
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
