import type { AppContext } from "../app-context.ts";
import type { Caller } from "../services/handler.ts";

/**
 * Runs what a signed-in caller asked for when it is the turn of their conta.
 * @throws {Outage} when too many calls of the conta wait
 */
export async function runInTurn<T>(
  { pace, caller }: Pick<AppContext, "pace"> & { caller: Pick<Caller, "contaId"> },
  work: () => Promise<T>,
): Promise<T> {
  return pace === undefined ? await work() : await pace.run(caller.contaId, work);
}
