import type { AppContext } from "../../app-context.ts";
import { CLAIM_MS, KEEP_MS } from "../../services/contact/contact.rules.ts";
import { sendContact } from "../../services/contact/send-contact.ts";

/** Messages claimed at a time: sent one after another, all within the time after which a claim expires. */
const BATCH = 5;
const DELETE_MAX = 500;

/**
 * E-mails the messages of visitors to the operator; without a mail server or address they wait.
 * Deletes old ones.
 */
export async function sweepContacts(ctx: AppContext, signal?: AbortSignal): Promise<number> {
  const { gatekeeper } = ctx.database;
  await gatekeeper.sweepContacts(new Date(ctx.clock.now().getTime() - KEEP_MS), DELETE_MAX);
  if (ctx.config.smtp === null || ctx.config.contactEmail === null) return 0;
  let sent = 0;
  while (!signal?.aborted) {
    const now = ctx.clock.now();
    const claimEnd = new Date(now.getTime() + CLAIM_MS);
    const claimed = await gatekeeper.claimContacts({ now, volta: claimEnd, limite: BATCH });
    for (const each of claimed) if (await sendContact(ctx, each)) sent += 1;
    if (claimed.length < BATCH) break;
  }
  return sent;
}
