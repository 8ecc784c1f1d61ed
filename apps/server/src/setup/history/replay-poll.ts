import { createHash } from "node:crypto";
import { listParts, parseMessage } from "@malote/mailbox";
import { type Db, newId } from "../../db/index.ts";
import { findChavesWithoutXml } from "../../pipeline/ingest/find-chaves.ts";
import { openAnexo } from "../../pipeline/ingest/open-anexo.ts";
import { type ReadMode, readOnly } from "../../pipeline/ingest/read-dfe.ts";
import { createReadingLimits } from "../../pipeline/ingest/reading-limits.ts";
import { toHeader } from "../../pipeline/ingest/split-email.ts";
import { type Puts, startPuts } from "../../pipeline/puts.ts";
import { closePoll } from "../../services/caixa-health/close-poll.ts";
import { type PartBatch, type SavedBatches, saveBatches } from "../../services/capture/save-parts.ts";
import { countEmails } from "../../services/conta/usage.rows.ts";
import { type EmailHeader, saveHeaders } from "../../services/email/email-ingest.rows.ts";
import { insertEmails, type NewEmail } from "../../services/email/email-poll.rows.ts";
import type { StepOf } from "./history-steps.ts";
import { type HistoryReplay, type HistoryTurn, openTurn, toJob } from "./history-turn.ts";

/** E-mails of one poll, read and not yet stored. */
export type ReadPoll = { mailboxes: readonly { caixaId: string; emails: ReadEmail[] }[] };

/** writes: what the stages of the pipeline store with the e-mail once it exists. */
type ReadEmail = {
  email: NewEmail & { id: string };
  header: EmailHeader;
  batch: PartBatch;
  writes: ((db: Db) => Promise<unknown>)[];
};

/** Reads the e-mails of a poll with the stages of the pipeline, before their rows exist. */
export async function readPoll(
  replay: HistoryReplay,
  { em, caixas }: StepOf<"coleta">,
  mode: ReadMode,
): Promise<ReadPoll> {
  const turn = openTurn(replay, em);
  const puts = startPuts(turn.ctx.blobs, turn.contaId);
  const mailboxes: { caixaId: string; emails: ReadEmail[] }[] = [];
  for (const { caixa, mensagens } of caixas) {
    const emails: ReadEmail[] = [];
    for (const text of mensagens) {
      const raw = Buffer.from(text, "latin1");
      puts.put(raw);
      emails.push(await readEmail(turn, raw, { mode, puts }));
    }
    mailboxes.push({ caixaId: replay.caixas[caixa] ?? "", emails });
  }
  await puts.done();
  return { mailboxes };
}

type Reading = { mode: ReadMode; puts: Puts };

async function readEmail(turn: HistoryTurn, raw: Buffer, { mode, puts }: Reading): Promise<ReadEmail> {
  const id = newId();
  const split = await parseMessage(raw);
  if (split.kind === "ilegivel") throw new Error("an e-mail of the history cannot be read");
  const writes: ReadEmail["writes"] = [];
  const limits = createReadingLimits();
  const database = { ...turn.ctx.database, withConta: deferInto(writes) };
  const ctx = { ...turn.ctx, database, job: toJob(turn, "ingest", id), limits };
  const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
  const opened = openAnexo.run(ctx, iterate(listParts({ texto, html, colados, partes })));
  const files = findChavesWithoutXml.run(ctx, opened);
  const parts = await readOnly(files, { how: { ...mode, leitura: limits }, puts });
  const header = toHeader(split.mensagem, { emailId: id, recebidaEm: turn.now });
  return { email: toNewEmail(raw, id), header, batch: { emailId: id, parts, last: true }, writes };
}

/** A database whose transactions run later; no stage of the reading needs their result. */
function deferInto(writes: ReadEmail["writes"]): HistoryTurn["ctx"]["database"]["withConta"] {
  return async <T>(_: string, fn: (db: Db) => Promise<T>): Promise<T> => {
    writes.push(fn);
    return undefined as T;
  };
}

function toNewEmail(raw: Buffer, id: string): NewEmail & { id: string } {
  const sha256 = createHash("sha256").update(raw).digest("hex");
  return { id, uid: `historia-${id}`, sha256, tamanho: raw.length, tamanhoDito: raw.length, prova: null };
}

async function* iterate<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

/** Stores one poll with the statements of the pipeline, once for all its e-mails. */
export async function storePoll(
  { db, contaId, now }: HistoryTurn,
  { mailboxes }: ReadPoll,
): Promise<SavedBatches & { withEvento: string[] }> {
  const read = mailboxes.flatMap(({ emails }) => emails);
  for (const { caixaId, emails } of mailboxes)
    await insertEmails(db, contaId, { caixaId, geracao: 1, emails: emails.map(({ email }) => email), now });
  await countEmails(db, contaId, { ids: read.map(({ email }) => email.id), now });
  await saveHeaders(
    db,
    contaId,
    read.map(({ header }) => header),
  );
  for (const { writes } of read) for (const write of writes) await write(db);
  const batches = read.map(({ batch }) => batch);
  const saved = await saveBatches(db, contaId, { batches, now });
  const parts = batches.flatMap((batch) => batch.parts);
  const withEvento = parts.flatMap((part) => (part.kind === "evento" ? [part.documento.chave] : []));
  return { ...saved, withEvento };
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
