import type { AppContext } from "../../app-context.ts";
import type { ClaimedContact } from "../../db/index.ts";
import { writeContactEmail } from "../../mail/contact-email.ts";
import { trySend } from "../../mail/try-send.ts";
import { contactSchema, nextAttempt } from "./contact.rules.ts";

/**
 * E-mails a visitor's message to the operator, with the visitor as the reply address. Failures are retried,
 * a limited number of times. This includes permanent ones, because the operator can correct the address.
 * @returns whether the mail server accepted it
 */
export async function sendContact(
  ctx: AppContext,
  { id, dados, ...claim }: ClaimedContact,
): Promise<boolean> {
  const recipient = ctx.config.contactEmail;
  if (recipient === null) throw new Error("no recipient of visitors' messages is configured");
  const message = contactSchema.parse(dados);
  const outgoing = {
    id,
    para: recipient,
    data: claim.criadoEm,
    responderA: message.email,
    ...writeContactEmail(message),
  };
  const failure = await trySend(ctx.mail, outgoing);
  const now = ctx.clock.now();
  const { gatekeeper } = ctx.database;
  if (failure === null) {
    await gatekeeper.closeContact({ id, enviadoEm: now, falha: failure, proximaEm: null });
    return true;
  }
  const nextAt = nextAttempt(claim.tentativas, now);
  await gatekeeper.closeContact({ id, enviadoEm: null, falha: failure, proximaEm: nextAt });
  const fields = { contatoId: id, tentativa: claim.tentativas, falha: failure };
  if (nextAt === null) ctx.log.error(fields, "a mensagem de um visitante não pôde ser entregue");
  else ctx.log.warn(fields, "a mensagem de um visitante espera outra tentativa");
  return false;
}
