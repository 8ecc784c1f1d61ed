import { MailOutage, type MessageRef } from "@malote/mailbox";
import { machineNow } from "../../clock.ts";
import { Outage } from "../../errors.ts";
import { toPoll } from "../../services/caixa-email/caixa-health.rules.ts";
import { deferMessage } from "../../services/caixa-email/caixa-message.rows.ts";
import { type PollCaixa, savePosition, startPoll } from "../../services/caixa-email/caixa-poll.rows.ts";
import { openCaixa } from "../../services/caixa-email/open-caixa.ts";
import { closePoll } from "../../services/caixa-health/close-poll.ts";
import { insertOversizedEmail } from "../../services/email/email-poll.rows.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import type { Ref, Stage, StageContext } from "../stage.ts";
import { chooseMessages } from "./choose-messages.ts";
import { deleteMessages } from "./delete-messages.ts";
import { type FetchedMessage, startBatch } from "./keep-messages.ts";
import { isAtLimit, type PollResult, placeOf, timeLeft, type Visit } from "./visit.ts";

/**
 * Polls one mailbox: fetches new messages, stores their bytes, then commits. It deletes only
 * committed messages from the server, by the mailbox's own rule.
 */
export const pollCaixa: Stage<Ref, Ref> = {
  nome: "poll-caixa",
  job: "poll",
  async *run(ctx, inputs) {
    for await (const { alvo } of inputs) yield* visit(ctx, alvo);
  },
};

async function* visit(ctx: StageContext, caixaId: string): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const startedAt = machineNow(ctx.clock);
  const caixa = await ctx.database.withConta(contaId, (db) =>
    startPoll(db, contaId, { caixaId, now: ctx.clock.now() }),
  );
  if (!caixa) return;
  const result: PollResult = { failure: null, storedCount: 0, newCount: 0, hasMore: false, position: null };
  try {
    const source = await openCaixa(ctx, caixa, { contaId, totalMs: timeLeft(ctx) });
    const alarm = setTimeout(() => source.abort(), timeLeft(ctx));
    const currentVisit = { caixa, source, coleta: result, desde: startedAt };
    try {
      yield* fetchNew(ctx, currentVisit);
      if (!result.hasMore) await deleteOld(ctx, currentVisit);
    } finally {
      clearTimeout(alarm);
      await source.close();
    }
  } catch (error) {
    await closeFailed(ctx, { caixa, coleta: result }, error);
    // In the sandbox no server locks the account, and the user waits to see the correction.
    if (caixa.sandbox && error instanceof MailOutage)
      throw new Outage(error.message, caixa.pollMs, { cause: error, espera: "mundo" });
    throw error;
  }
  await close(ctx, { caixa, coleta: result });
}

// Reading succeeded: a failed deletion is reported and retried at the next visit.
async function deleteOld(ctx: StageContext, currentVisit: Visit): Promise<void> {
  try {
    await deleteMessages(ctx, currentVisit);
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    ctx.log.warn({ err: error, caixaId: currentVisit.caixa.id }, "mensagens antigas ficaram no servidor");
    currentVisit.coleta.failure = error.causa;
  }
}

async function* fetchNew(ctx: StageContext, currentVisit: Visit): AsyncIterable<Ref> {
  const { coleta: result } = currentVisit;
  const {
    newMessages: novas,
    deferred: depois,
    isCut: cortada,
    position: marca,
  } = await chooseMessages(ctx, currentVisit);
  // Position up to which all new messages are stored or recorded; deferred ones lie before it.
  let kept: string | null = null;
  let batch = startBatch(ctx, currentVisit);
  try {
    for (const [n, ref] of [...novas, ...depois].entries()) {
      if (isAtLimit(ctx, currentVisit)) result.hasMore = true;
      if (result.hasMore) break;
      const fetched = await fetchOne(ctx, currentVisit, ref);
      if (fetched) batch.add(fetched);
      if (marca !== null && n < novas.length && !result.hasMore) kept = ref.uid;
      if (!batch.isFull()) continue;
      const full = batch;
      batch = startBatch(ctx, currentVisit);
      yield* full.keep(kept);
    }
  } finally {
    // A connection that always breaks at the same message must not lose the ones before it.
    yield* batch.keep(kept);
  }
  // The listing was cut: more messages follow, whatever the outcome of these.
  if (cortada) result.hasMore = true;
  result.position = result.hasMore ? kept : marca;
}

/** @returns null when the message cannot be fetched now */
async function fetchOne(
  ctx: StageContext,
  currentVisit: Visit,
  ref: MessageRef,
): Promise<FetchedMessage | null> {
  const { coleta: result, source } = currentVisit;
  try {
    const proof = source.uidsFracos ? await source.prove(ref) : null;
    const raw = await source.fetch(ref);
    result.storedCount += 1;
    return { ref, raw, proof };
  } catch (error) {
    if (!(error instanceof MailOutage)) throw error;
    const isCutByUs = !error.soMensagem && timeLeft(ctx) <= 0;
    if (error.causa === "grande-demais") await recordTooLarge(ctx, currentVisit, ref);
    else if (!isCutByUs) await defer(ctx, currentVisit, { ref, error });
    else if (result.storedCount === 0 && result.failure === null) {
      const late = new MailOutage("tempo", "one message took the whole visit", { cause: error });
      await defer(ctx, currentVisit, { ref, error: late });
    }
    // Only this session is over: the mailbox is polled again.
    if (!error.soMensagem) result.hasMore = true;
    return null;
  }
}

/**
 * A message above the limit stays on the server and is recorded as an e-mail. The server's size may
 * be wrong.
 */
async function recordTooLarge(
  ctx: StageContext,
  currentVisit: Visit,
  { uid, tamanho }: MessageRef,
): Promise<void> {
  const { contaId } = ctx.job;
  const atLeast = Math.max(tamanho, ctx.config.emailMaxBytes + 1);
  const claimedSize = tamanho > 0 ? tamanho : null;
  const tooLarge = {
    ...placeOf(currentVisit),
    uid,
    tamanho: atLeast,
    tamanhoDito: claimedSize,
    now: ctx.clock.now(),
  };
  await ctx.database.withConta(contaId, (db) => insertOversizedEmail(db, contaId, tooLarge));
  currentVisit.coleta.storedCount += 1;
}

/**
 * A message that failed is fetched last at the next visit.
 * @throws {MailOutage} when it ended the session
 */
async function defer(
  ctx: StageContext,
  currentVisit: Visit,
  { ref, error }: { ref: MessageRef; error: MailOutage },
): Promise<void> {
  const { contaId } = ctx.job;
  const deferred = { ...placeOf(currentVisit), uid: ref.uid, causa: error.causa, now: ctx.clock.now() };
  await ctx.database.withConta(contaId, (db) => deferMessage(db, contaId, deferred));
  if (!error.soMensagem) throw error;
  currentVisit.coleta.failure = error.causa;
}

type VisitEnd = { caixa: PollCaixa; coleta: PollResult };

async function close(ctx: StageContext, { caixa, coleta: result }: VisitEnd): Promise<void> {
  const { contaId } = ctx.job;
  const { failure: falha, storedCount: feitas, newCount: novas, hasMore: restam, position: marca } = result;
  const now = ctx.clock.now();
  // Poll again at once only after progress: avoids a busy loop.
  const dueAt = new Date(now.getTime() + (restam && feitas > 0 ? 0 : caixa.pollMs));
  await ctx.database.withConta(contaId, async (db) => {
    await closePoll(db, contaId, { caixaId: caixa.id, completa: true, falha, novas, now });
    if (marca !== null) await savePosition(db, contaId, { ...placeOf({ caixa }), marca });
    await planTasks(db, contaId, [toPoll(caixa, dueAt)]);
  });
}

// Records the failure for the screen and the owner; the task decides when to retry.
async function closeFailed(
  ctx: StageContext,
  { caixa, coleta: result }: VisitEnd,
  error: unknown,
): Promise<void> {
  const { contaId } = ctx.job;
  const falha = error instanceof MailOutage ? error.causa : "interna";
  const { newCount: novas } = result;
  const end = { caixaId: caixa.id, completa: false, falha, novas, now: ctx.clock.now() } as const;
  await ctx.database
    .withConta(contaId, (db) => closePoll(db, contaId, end))
    // A database failure here must not replace the error that ended the visit.
    .catch((second: unknown) => ctx.log.warn({ err: second }, "a falha da coleta não pôde ser anotada"));
}
