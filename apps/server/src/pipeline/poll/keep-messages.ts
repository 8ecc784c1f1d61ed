import type { MessageRef } from "@malote/mailbox";
import { endSilence, savePosition } from "../../services/caixa-email/caixa-poll.rows.ts";
import { countEmails } from "../../services/conta/usage.rows.ts";
import { insertEmails, type NewEmail } from "../../services/email/email-poll.rows.ts";
import { toIngest } from "../../services/email/to-ingest.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { hexOf } from "../ingest/email-part.ts";
import { startPuts } from "../puts.ts";
import type { Ref, StageContext } from "../stage.ts";
import { placeOf, type Visit } from "./visit.ts";

/** Messages per transaction: bounds the loss of a crash to a few fetches. */
const BATCH_MESSAGES = 25;
/** Bytes after which a transaction is due, whatever the count. */
const BATCH_BYTES = 8 * 1024 * 1024;

/** A fetched message. prova: hash of its header, where the uid alone is no proof. */
export type FetchedMessage = { ref: MessageRef; raw: Uint8Array; proof: string | null };

/** Messages of one transaction. */
export type MessageBatch = {
  add(fetched: FetchedMessage): void;
  isFull(): boolean;
  /** Stores the bytes, then commits. marca: the new position of the mailbox, null = unchanged. */
  keep(position: string | null): AsyncIterable<Ref>;
};

export function startBatch(ctx: StageContext, visit: Visit): MessageBatch {
  const puts = startPuts(ctx.blobs, ctx.job.contaId);
  const startMs = Date.now();
  const emails: NewEmail[] = [];
  return {
    add({ ref, raw, proof }) {
      puts.put(raw);
      const claimedSize = ref.tamanho > 0 ? ref.tamanho : null;
      emails.push({
        uid: ref.uid,
        sha256: hexOf("sha256", raw),
        tamanho: raw.length,
        tamanhoDito: claimedSize,
        prova: proof,
      });
    },
    isFull: () => emails.length >= BATCH_MESSAGES || puts.bytes() >= BATCH_BYTES,
    async *keep(position) {
      await puts.done();
      if (emails.length > 0) yield* keep(ctx, visit, { emails, position, startMs });
    },
  };
}

/** startMs: when the fetch started, by the machine's clock. */
type Batch = { emails: readonly NewEmail[]; position: string | null; startMs: number };

async function* keep(
  ctx: StageContext,
  visit: Visit,
  { emails, position, startMs }: Batch,
): AsyncIterable<Ref> {
  const { contaId } = ctx.job;
  const messagePlace = placeOf(visit);
  const now = ctx.clock.now();
  const newIds = await ctx.database.withConta(contaId, async (db) => {
    const ids = await insertEmails(db, contaId, { ...messagePlace, emails, now });
    await planTasks(
      db,
      contaId,
      ids.map((id) => toIngest(contaId, id, now)),
    );
    if (ids.length > 0) await endSilence(db, contaId, messagePlace.caixaId);
    if (position !== null) await savePosition(db, contaId, { ...messagePlace, marca: position });
    if (ids.length > 0) await countEmails(db, contaId, { ids, now });
    return ids;
  });
  visit.coleta.newCount += newIds.length;
  traceNew(ctx, newIds, { startMs, caixaId: messagePlace.caixaId });
  ctx.wake?.();
  for (const alvo of newIds) yield { alvo };
}

/** The trace of an e-mail starts when it is stored. Its first span covers the fetch and links to the poll. */
function traceNew(
  { tracing, job }: StageContext,
  newIds: readonly string[],
  { startMs, caixaId }: { startMs: number; caixaId: string },
): void {
  if (!tracing.isOn) return;
  for (const emailId of newIds) {
    const attributes = { "malote.conta": job.contaId, "malote.caixa": caixaId, "malote.email": emailId };
    tracing
      .start("email", { kind: "consumer", place: { beginsEmailId: emailId }, attributes, startMs })
      .end();
  }
}
