import { isAway } from "../errors.ts";
import type { Carta, Correio } from "./correio.ts";

/**
 * Sends an e-mail once.
 * @returns why the server did not accept it, also when it is unavailable; null when it did
 * @throws any other error
 */
export async function tryDeliver(correio: Correio, carta: Carta): Promise<string | null> {
  try {
    const entrega = await correio.deliver(carta);
    return entrega.kind === "aceita" ? null : entrega.motivo;
  } catch (error) {
    if (!isAway(error) || !(error instanceof Error)) throw error;
    return error.message;
  }
}
