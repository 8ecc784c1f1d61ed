import { setTimeout as sleep } from "node:timers/promises";
import { isUnavailable } from "../errors.ts";

/** Waits between attempts to write what happened outside the database, in ms. */
export const WRITE_WAITS_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** Retries a write while the database restarts: losing what it records would repeat the act. */
export async function retryWrite(write: () => Promise<void>): Promise<void> {
  for (const wait of WRITE_WAITS_MS) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(wait);
    }
  }
  await write();
}
