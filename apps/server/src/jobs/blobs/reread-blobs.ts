import { createHash } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { listParts, parseMessage } from "@malote/mailbox";
import type { AppContext } from "../../app-context.ts";
import { type BlobFolder, listFolders, listNames } from "../../blob/blob-folders.ts";
import { moveFile } from "../../blob/folder-cleanup.ts";
import { blobFolderOf, blobPath, isBlobName } from "../../blob/folder-store.ts";
import { newId } from "../../db/index.ts";
import { findConta } from "../../services/conta/conta.rows.ts";
import { countEmails } from "../../services/conta/usage.rows.ts";
import {
  type CandidateCaixa,
  findCandidateCaixas,
  insertReread,
  type RereadEmail,
} from "../../services/email/email-reread.rows.ts";
import { chooseCaixa, HEAD_MAX, readRawHeader } from "../../services/email/raw-email.rules.ts";
import { toIngest } from "../../services/email/to-ingest.ts";
import { planTasks } from "../../services/task/task.rows.ts";
import { findReferencedBlobs } from "./blob-references.rows.ts";

/** E-mails inserted per transaction, and blobs looked up per query. */
const BATCH = 200;

/** Result for one conta. identificador: null when the database does not know the conta. */
export type RereadConta = {
  contaId: string;
  identificador: string | null;
  /** Blobs of all kinds: live, in the trash or in quarantine. */
  arquivos: number;
  /** Those that a row refers to. */
  conhecidos: number;
  /** Raw e-mails whose rows were restored, or would be. */
  relidos: number;
  /** E-mails inside other e-mails; they are read with them. */
  anexados: number;
  outros: number;
};

/** A raw e-mail without a row. */
type OrphanEmail = { sha256: string; file: string; isLive: boolean; tamanho: number; recebidaEm: Date };

/**
 * Ingests raw e-mails again whose rows were lost: those in the folder of blobs that no row refers
 * to. Blobs are identified by hash, so a second run finds nothing to do. Other bytes with a known
 * Message-ID are another e-mail, as in the coleta.
 * @param o simular: only counts
 */
export async function rereadBlobs(
  ctx: AppContext,
  { isDryRun }: { isDryRun: boolean },
): Promise<RereadConta[]> {
  await ctx.storeGuard.requireOurs();
  const places = await listFolders(blobFolderOf(ctx.config), { after: "", max: Number.POSITIVE_INFINITY });
  const contas = new Map<string, BlobFolder[]>();
  for (const place of places) contas.set(place.contaId, [...(contas.get(place.contaId) ?? []), place]);
  const rereadContas: RereadConta[] = [];
  for (const [contaId, own] of contas)
    rereadContas.push(await rereadConta(ctx, { contaId, places: own, isDryRun }));
  return rereadContas;
}

type RereadRequest = { contaId: string; places: readonly BlobFolder[]; isDryRun: boolean };

async function rereadConta(
  ctx: AppContext,
  { contaId, places, isDryRun }: RereadRequest,
): Promise<RereadConta> {
  const { identificador, caixas } = await ctx.database.withConta(contaId, async (db) => ({
    identificador: (await findConta(db, contaId))?.identificador ?? null,
    caixas: await findCandidateCaixas(db, contaId),
  }));
  const conta = { contaId, identificador, arquivos: 0, conhecidos: 0, relidos: 0, anexados: 0, outros: 0 };
  const orphanEmails = new Map<string, OrphanEmail>();
  for (const place of places) await collect(ctx, place, { conta, orphanEmails });
  const inner = await findInner([...orphanEmails.values()]);
  const emails = [...orphanEmails.values()].filter(({ sha256 }) => !inner.has(sha256));
  conta.anexados = orphanEmails.size - emails.length;
  if (isDryRun || identificador === null) conta.relidos = identificador === null ? 0 : emails.length;
  else {
    for (let at = 0; at < emails.length; at += BATCH)
      conta.relidos += await keep(ctx, { contaId, caixas, emails: emails.slice(at, at + BATCH) });
  }
  return conta;
}

type Collected = { conta: RereadConta; orphanEmails: Map<string, OrphanEmail> };

async function collect(
  ctx: AppContext,
  place: BlobFolder,
  { conta, orphanEmails }: Collected,
): Promise<void> {
  const names = (await listNames(place.folder)).filter(isBlobName);
  for (let at = 0; at < names.length; at += BATCH) {
    const some = names.slice(at, at + BATCH);
    const named = await findReferencedBlobs(ctx.database, place.contaId, some);
    for (const sha256 of some) {
      const file = path.join(place.folder, sha256);
      if (place.kind !== "live" && (await isLive(ctx, place.contaId, sha256))) continue;
      conta.arquivos += 1;
      if (named.has(sha256)) conta.conhecidos += 1;
      else if ((await readHead(file)) === null) conta.outros += 1;
      else {
        const { size: tamanho, mtime: recebidaEm } = await fs.stat(file);
        orphanEmails.set(sha256, { sha256, file, isLive: place.kind === "live", tamanho, recebidaEm });
      }
    }
  }
}

/** Whether a blob of the trash or quarantine is live again: it is then counted there. */
async function isLive({ config }: AppContext, contaId: string, sha256: string): Promise<boolean> {
  return await fs.stat(blobPath(blobFolderOf(config), contaId, sha256)).then(
    () => true,
    () => false,
  );
}

/** The header of a raw e-mail; null when the file is not one, or is missing. */
async function readHead(file: string): Promise<ReturnType<typeof readRawHeader>> {
  const handle = await fs.open(file, "r").catch(() => null);
  if (handle === null) return null;
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_MAX), 0, HEAD_MAX, 0);
    return readRawHeader(buffer.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

/** Hashes of e-mails attached to another one: they are read with it, as at their arrival. */
async function findInner(orphanEmails: readonly OrphanEmail[]): Promise<Set<string>> {
  const inner = new Set<string>();
  for (const { file } of orphanEmails) {
    const split = await parseMessage(await fs.readFile(file));
    if (split.kind === "ilegivel") continue;
    const { corpoTexto: texto, corpoHtml: html, colados, partes } = split.mensagem;
    for (const { bytes } of listParts({ texto, html, colados, partes }))
      inner.add(createHash("sha256").update(bytes).digest("hex"));
  }
  return inner;
}

type EmailBatch = { contaId: string; caixas: readonly CandidateCaixa[]; emails: readonly OrphanEmail[] };

/**
 * Moves the blobs to their live place, inserts the e-mails and plans their ingest. @returns how
 * many were new
 */
async function keep(ctx: AppContext, { contaId, caixas, emails }: EmailBatch): Promise<number> {
  const now = ctx.clock.now();
  const rereadEmails: RereadEmail[] = [];
  for (const { sha256, file, isLive, tamanho, recebidaEm } of emails) {
    const header = await readHead(file);
    if (header === null) continue;
    if (!isLive) await moveFile(file, blobPath(blobFolderOf(ctx.config), contaId, sha256));
    const receivedAt = recebidaEm < now ? recebidaEm : now;
    rereadEmails.push({
      id: newId(),
      caixaId: chooseCaixa(header, caixas),
      sha256,
      tamanho,
      recebidaEm: receivedAt,
    });
  }
  return await ctx.database.withConta(contaId, async (db) => {
    const ids = await insertReread(db, contaId, rereadEmails);
    const tasks = ids.map((id) => toIngest(contaId, id, now));
    await planTasks(db, contaId, tasks);
    if (ids.length > 0) await countEmails(db, contaId, { ids, now });
    return ids.length;
  });
}
