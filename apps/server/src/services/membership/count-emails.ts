import { createHmac } from "node:crypto";
import type { MessageKey } from "@malote/contract";
import { HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { deriveKey } from "../../secrets/derive-key.ts";
import type { SignedInContext } from "../handler.ts";
import { countUse } from "../rate-limit/count-use.ts";

/**
 * E-mails per hour to addresses typed by a conta's users: per conta, and per address over all contas.
 */
const EMAILS_MAX = { conta: 100, email: 10 } as const;
const WINDOW_MS = HOUR_MS;

/** An e-mail to an address that a user typed. */
export type CountedEmail = { to: string; recusa: MessageKey };

/**
 * Counts such an e-mail before it is queued, so that no conta can send bulk mail to strangers.
 * Call it outside any transaction.
 * @throws {Refusal} `refusal` beyond the limits
 */
export async function countEmail(
  ctx: SignedInContext,
  { to: para, recusa: refusal }: CountedEmail,
): Promise<void> {
  const { contaId } = ctx.caller;
  const limite = { janelaMs: WINDOW_MS, recusa: refusal };
  await countUse(ctx, { ...limite, chave: `convite:${contaId}`, max: EMAILS_MAX.conta });
  await countUse(ctx, { ...limite, chave: `carta-email:${hashOfEmail(ctx, para)}`, max: EMAILS_MAX.email });
}

/** An address as the limits store it: an HMAC, so that the table reveals no address. */
export function hashOfEmail({ config }: Pick<AppContext, "config">, email: string): string {
  const key = deriveKey(config.chave, "limite/email");
  return createHmac("sha256", key).update(email.trim().toLowerCase()).digest("base64url");
}
