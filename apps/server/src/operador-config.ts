import { email } from "@malote/contract";
import { StartRefusal } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** Recipient of e-mails about the state of the product; null = none.   @throws {StartRefusal} for what is no address: the e-mails would go nowhere */
export function readOperadorEmail(env: Env): string | null {
  const address = env.OPERADOR_EMAIL?.trim();
  if (!address) return null;
  if (email.safeParse(address).success) return address;
  throw new StartRefusal(`OPERADOR_EMAIL=${address} não é um endereço de e-mail.`);
}
