import { createHash } from "node:crypto";
import { listParts, parseMessage } from "@malote/mailbox";
import { findChavesWithoutXml } from "../../pipeline/ingest/find-chaves.ts";
import { openAnexo } from "../../pipeline/ingest/open-anexo.ts";
import { openReading, type ReadMode, readOnly } from "../../pipeline/ingest/read-dfe.ts";
import { createReadingLimits } from "../../pipeline/ingest/reading-limits.ts";
import { toHeader } from "../../pipeline/ingest/split-email.ts";
import { startPuts } from "../../pipeline/puts.ts";
import { closePoll } from "../../services/caixa-health/close-poll.ts";
import { type PartBatch, saveBatches } from "../../services/capture/save-parts.ts";
import { countEmails } from "../../services/conta/usage.rows.ts";
import { saveHeader } from "../../services/email/email-ingest.rows.ts";
import { insertEmails, type NewEmail } from "../../services/email/email-poll.rows.ts";
import { findEmailIds } from "./history.rows.ts";
import type { StepOf } from "./history-steps.ts";
import { type HistoryTurn, toJob } from "./history-turn.ts";

/** One poll of a mailbox: the stages of the pipeline, and one transaction's statements for all e-mails. */
export async function replayPoll(
  turn: HistoryTurn,
  { caixa, mensagens }: StepOf<"coleta">,
): Promise<{ withEvento: string[] }> {
  const { ctx, db, contaId, now } = turn;
  const raws = mensagens.map((text) => Buffer.from(text, "latin1"));
  const puts = startPuts(ctx.blobs, contaId);
  for (const raw of raws) puts.put(raw);
  const emails = raws.map((raw, n) => toNewEmail(raw, `historia-${now.getTime()}-${n}`));
  const caixaId = turn.caixas[caixa] ?? "";
  const ids = await insertEmails(db, contaId, { caixaId, geracao: 1, emails, now });
  await countEmails(db, contaId, { ids, now });
  const idsByHash = await findEmailIds(db, contaId, ids);
  const batches: PartBatch[] = [];
  const mode = await openReading({ ...ctx, job: toJob(turn, "ingest", "") });
  for (const [n, raw] of raws.entries()) {
    const emailId = idsByHash.get(emails[n]?.sha256 ?? null);
    if (emailId !== undefined) batches.push(await readEmail(turn, { emailId, raw, mode }));
  }
  await saveBatches(db, contaId, { batches, now });
  await puts.done();
  const read = batches.flatMap(({ parts }) => parts);
  return { withEvento: read.flatMap((part) => (part.kind === "evento" ? [part.documento.chave] : [])) };
}

function toNewEmail(raw: Buffer, uid: string): NewEmail {
  const sha256 = createHash("sha256").update(raw).digest("hex");
  return { uid, sha256, tamanho: raw.length, tamanhoDito: raw.length, prova: null };
}

type EmailInput = { emailId: string; raw: Buffer; mode: ReadMode };

async function readEmail(turn: HistoryTurn, { emailId, raw, mode }: EmailInput): Promise<PartBatch> {
  const { db, contaId, now } = turn;
  const split = await parseMessage(raw);
  if (split.kind === "ilegivel") throw new Error("an e-mail of the history cannot be read");
  await saveHeader(db, contaId, toHeader(split.mensagem, { emailId, recebidaEm: now }));
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  const limits = createReadingLimits();
  const ctx = { ...turn.ctx, job: toJob(turn, "ingest", emailId), limits };
  const opened = openAnexo.run(ctx, iterate(listParts({ texto, html, colados, partes })));
  const parts = await readOnly(ctx, findChavesWithoutXml.run(ctx, opened), { ...mode, leitura: limits });
  return { emailId, parts, last: true };
}

async function* iterate<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

const FAILED_POLLS = 2;

/** Its last good poll, and the first ones that the mail server refused. */
export async function replayRefusal(
  { db, contaId, caixas, now }: HistoryTurn,
  { caixa }: StepOf<"caixa-recusada">,
  lastPoll: Date,
): Promise<void> {
  const caixaId = caixas[caixa] ?? "";
  await closePoll(db, contaId, { caixaId, completa: true, falha: null, novas: 0, now: lastPoll });
  for (let n = 0; n < FAILED_POLLS; n++)
    await closePoll(db, contaId, { caixaId, completa: false, falha: "senha", novas: 0, now });
}
