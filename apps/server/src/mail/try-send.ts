import { isUnavailable } from "../errors.ts";
import type { Mailer, OutgoingEmail } from "./mailer.ts";

/**
 * Sends an e-mail once.
 * @returns why the server did not accept it, also when it is unavailable; null when it did
 * @throws any other error
 */
export async function trySend(mailer: Mailer, email: OutgoingEmail): Promise<string | null> {
  try {
    const result = await mailer.send(email);
    return result.kind === "aceita" ? null : result.motivo;
  } catch (error) {
    if (!isUnavailable(error) || !(error instanceof Error)) throw error;
    return error.message;
  }
}
