import type { MessageKey } from "@malote/contract";
import type { AppContext } from "../../app-context.ts";
import type { Db } from "../../db/index.ts";
import { Refusal } from "../../errors.ts";
import { addUse } from "./use.rows.ts";
import { minutesLeft, startOfWindow } from "./window.rules.ts";

/**
 * A counter, its limit per window, and the refusal beyond it, whose sentence may contain {minutos}.
 */
export type UseLimit = { chave: string; max: number; janelaMs: number; recusa: MessageKey };

/** Counts one use.   @throws {Refusal} `recusa` beyond the limit */
export async function countUse(
  { clock, database }: Pick<AppContext, "clock" | "database">,
  { chave, ...limit }: UseLimit,
): Promise<void> {
  const now = clock.now();
  refuseBeyond(limit, now, await database.gatekeeper.countUse(chave, startOfWindow(now, limit.janelaMs)));
}

/**
 * Counts one use within a transaction: a rollback undoes it.
 * @throws {Refusal} `recusa` beyond the limit
 */
export async function countUseInTransaction(
  db: Db,
  { chave, now, ...limit }: UseLimit & { now: Date },
): Promise<void> {
  refuseBeyond(limit, now, await addUse(db, chave, startOfWindow(now, limit.janelaMs)));
}

function refuseBeyond(
  { max, janelaMs: windowMs, recusa }: Pick<UseLimit, "max" | "janelaMs" | "recusa">,
  now: Date,
  uses: number,
): void {
  if (uses > max) throw new Refusal(recusa, { values: { minutos: minutesLeft(now, windowMs) } });
}
