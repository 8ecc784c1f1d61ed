import type { MessageRef } from "@malote/mailbox";
import { DAY_MS } from "@malote/syntax";
import {
  type ExpiredMessage,
  findExpired,
  markDeleted,
  markUncertain,
} from "../../services/caixa-email/caixa-message.rows.ts";
import { findRetentionDays } from "../../services/caixa-email/caixa-poll.rows.ts";
import { hexOf } from "../ingest/email-part.ts";
import type { StageContext } from "../stage.ts";
import { findOrMarkMissing } from "./choose-messages.ts";
import { placeOf, timeLeft, type Visit } from "./visit.ts";

/** Messages deleted per visit. */
const DELETED_MAX = 200;

/**
 * Deletes messages from the server by the mailbox's rule: stored and committed longer ago than its
 * days, the blob intact, and the server's message still the same. Others are marked for a new
 * fetch. It is the last step of a visit, because POP3 deletes at the end of the session. A server
 * that cannot delete is reported on the screen.
 * @throws MailOutage when the server does not confirm; then nothing is recorded as deleted
 */
export async function deleteMessages(ctx: StageContext, visit: Visit): Promise<void> {
  const { contaId } = ctx.job;
  const { source, caixa } = visit;
  if (caixa.apagarAposDias === null || timeLeft(ctx) <= 0) return;
  if (!source.podeApagar) {
    visit.coleta.failure ??= "nao-apaga";
    return;
  }
  const place = placeOf(visit);
  const until = dayOf(ctx, caixa.apagarAposDias);
  const about = { ...place, ate: until, comProva: source.uidsFracos, limite: DELETED_MAX };
  const expired = await ctx.database.withConta(contaId, (db) => findExpired(db, contaId, about));
  if (expired.length === 0) return;
  const found = await findOrMarkMissing(
    ctx,
    visit,
    expired.map(({ uid }) => uid),
  );
  const byUid = new Map(expired.map((expiredMessage) => [expiredMessage.uid, expiredMessage]));
  const pairs = found.flatMap((ref) => {
    const expiredMessage = byUid.get(ref.uid);
    return expiredMessage ? [{ ref, expiredMessage }] : [];
  });
  await deleteBatch(ctx, visit, pairs);
}

type MessagePair = { ref: MessageRef; expiredMessage: ExpiredMessage };

async function deleteBatch(ctx: StageContext, visit: Visit, batch: readonly MessagePair[]): Promise<void> {
  const { contaId } = ctx.job;
  const place = placeOf(visit);
  const confirmed: MessageRef[] = [];
  const uncertain: string[] = [];
  for (const { ref, expiredMessage } of batch) {
    if (timeLeft(ctx) <= 0) break;
    if ((await isOnServer(visit, ref, expiredMessage)) && (await isStored(ctx, expiredMessage)))
      confirmed.push(ref);
    else uncertain.push(ref.uid);
  }
  if (uncertain.length > 0) {
    await ctx.database.withConta(contaId, (db) => markUncertain(db, contaId, { ...place, uids: uncertain }));
  }
  const kept = await applyCurrentRule(ctx, visit, confirmed);
  if (kept.length === 0) return;
  await visit.source.remove(kept);
  const uids = kept.map(({ uid }) => uid);
  await ctx.database.withConta(contaId, (db) =>
    markDeleted(db, contaId, { ...place, uids, now: ctx.clock.now() }),
  );
}

/** Rereads the rule: a user may have switched it off or extended it during this visit. */
async function applyCurrentRule(
  ctx: StageContext,
  visit: Visit,
  confirmed: readonly MessageRef[],
): Promise<readonly MessageRef[]> {
  const { contaId } = ctx.job;
  const { apagarAposDias } = visit.caixa;
  if (confirmed.length === 0) return [];
  const now = await ctx.database.withConta(contaId, (db) => findRetentionDays(db, contaId, placeOf(visit)));
  return now !== null && apagarAposDias !== null && now <= apagarAposDias ? confirmed : [];
}

function dayOf(ctx: StageContext, days: number): Date {
  return new Date(ctx.clock.now().getTime() - days * DAY_MS);
}

/** Whether the message under this uid is the stored one, as far as the server can show. */
async function isOnServer(
  { source }: Visit,
  ref: MessageRef,
  expiredMessage: ExpiredMessage,
): Promise<boolean> {
  if (expiredMessage.tamanho !== null && ref.tamanho > 0 && expiredMessage.tamanho !== ref.tamanho)
    return false;
  if (!source.uidsFracos) return true;
  return expiredMessage.prova !== null && expiredMessage.prova === (await source.prove(ref));
}

/** Whether the blob is stored and intact. */
async function isStored(ctx: StageContext, { sha256 }: ExpiredMessage): Promise<boolean> {
  const raw = await ctx.blobs.get(ctx.job.contaId, sha256);
  if (raw !== null && hexOf("sha256", raw) === sha256) return true;
  ctx.log.error(
    { contaId: ctx.job.contaId, sha256 },
    "uma mensagem guardada não está inteira: ela não será apagada do servidor",
  );
  return false;
}
