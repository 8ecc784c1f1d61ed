import type { AppContext } from "../app-context.ts";
import type { Caller } from "../services/handler.ts";

/**
 * Runs the call of a signed-in user in the turn of the conta.
 * @throws {Outage} when the queue of the conta is full
 */
export async function runInTurn<T>(
  { pace, caller }: Pick<AppContext, "pace"> & { caller: Pick<Caller, "contaId"> },
  work: () => Promise<T>,
): Promise<T> {
  return pace === undefined ? await work() : await pace.run(caller.contaId, work);
}
