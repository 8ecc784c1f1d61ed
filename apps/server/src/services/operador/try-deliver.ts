import type { AppContext } from "../../app-context.ts";
import { isAway } from "../../errors.ts";

/** Gives an e-mail to the relay.   @returns why it did not take it; null when it did */
export async function tryDeliver(
  { correio }: AppContext,
  carta: Parameters<AppContext["correio"]["deliver"]>[0],
): Promise<string | null> {
  try {
    const entrega = await correio.deliver(carta);
    return entrega.kind === "aceita" ? null : entrega.motivo;
  } catch (error) {
    if (!isAway(error) || !(error instanceof Error)) throw error;
    return error.message;
  }
}
