import { zoneOfUf } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { retryWrite } from "../../db/retry-write.ts";
import { writeEmail } from "../../mail/write-email.ts";
import { closeOutgoingEmail, findPendingOutgoingEmail } from "./outgoing-email.rows.ts";
import { type EmailContentOf, parseEmailContent } from "./outgoing-email.rules.ts";
import { openEmailData } from "./seal-data.ts";

type Which = { contaId: string; envioId: string };

/**
 * Sends one e-mail. A permanent refusal, or a missing mail server, closes it with the reason. An accepted
 * e-mail is not sent again, unless the process dies before that is stored: then with the same Message-ID.
 * @throws {Outage} when the mail server is unavailable, or requests a retry
 */
export async function sendOutgoingEmail(ctx: AppContext, { contaId, envioId }: Which): Promise<void> {
  const pending = await ctx.database.withConta(contaId, (db) =>
    findPendingOutgoingEmail(db, contaId, envioId),
  );
  if (pending === null) return;
  const { identificador, uf, para } = pending;
  const stationery = { identificador, zona: zoneOfUf(uf), urlBase: ctx.config.urlBase };
  const emailData = openEmailData(pending.dados, { secretBox: ctx.secretBox, id: envioId });
  const content = parseEmailContent(pending.modelo, emailData);
  if (isExpired(content, ctx.clock.now())) return await close(ctx, { contaId, envioId }, EXPIRED);
  const email = writeEmail(content, stationery);
  const delivery = await ctx.mail.send({ id: envioId, para, data: pending.criadoEm, ...email });
  const failure = delivery.kind === "aceita" ? null : delivery.motivo;
  if (failure !== null) ctx.log.warn({ contaId, envioId, falha: failure }, "um e-mail não pôde ser enviado");
  await close(ctx, { contaId, envioId }, failure);
}

const EXPIRED = "vencida: o link acabou antes que a carta pudesse sair";

/** An expired link is useless: its user has to request another. */
function isExpired({ dados: emailData }: EmailContentOf, now: Date): boolean {
  return "expiraEm" in emailData && emailData.expiraEm <= now;
}

/** Closes an e-mail that is not retried. motivo: why the last attempt failed. */
export async function giveUpOutgoingEmail(
  ctx: AppContext,
  { contaId, envioId, motivo }: Which & { motivo: string },
): Promise<void> {
  const end = { envioId, falha: `desistiu: ${motivo}`, now: ctx.clock.now() };
  await ctx.database.withConta(contaId, (db) => closeOutgoingEmail(db, contaId, end));
}

/** Retries the write, because a lost acceptance would send the e-mail twice. */
async function close(ctx: AppContext, { contaId, envioId }: Which, failure: string | null): Promise<void> {
  const end = { envioId, falha: failure, now: ctx.clock.now() };
  await retryWrite(() => ctx.database.withConta(contaId, (db) => closeOutgoingEmail(db, contaId, end)));
}
