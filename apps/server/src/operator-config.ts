import { email } from "@malote/contract";
import { StartRefusal } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Recipient of e-mails about the product's state; null = none.
 * @throws {StartRefusal} for an invalid address
 */
export function readOperatorEmail(env: Env): string | null {
  const address = env.OPERADOR_EMAIL?.trim();
  if (!address) return null;
  if (email.safeParse(address).success) return address;
  throw new StartRefusal(`OPERADOR_EMAIL=${address} não é um endereço de e-mail.`);
}
