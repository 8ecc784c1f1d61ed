import { createHash } from "node:crypto";
import { DAY_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { gunzip } from "../../compression.ts";
import { isUnavailable, Refusal } from "../../errors.ts";
import type { Download } from "../file-download.ts";
import { findScanResult, saveScanResult } from "./antivirus.rows.ts";

/**
 * How long a result is valid, in ms: new signatures apply within a day, and a file scanned in it
 * may leave without clamd.
 */
export const VALID_MS = DAY_MS;

type Context = Pick<AppContext, "database" | "clock" | "log" | "antivirus">;

/** Bytes to scan. read: all of them, each time from the first. */
type Bytes = {
  sha256: string;
  tamanho: number;
  read(): Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
};

/** Why bytes are withheld. assinatura: the signature found; null: too large to scan. */
type Withheld = { assinatura: string | null };

/**
 * Returns the file if the antivirus accepts it; without an antivirus, every file. Closes a refused file.
 * @throws {Refusal} arquivoComVirus; arquivoSemExame if it is too large to scan; antivirusFora if
 * the scanner does not answer
 */
export async function scanDownload(ctx: Context, contaId: string, file: Download): Promise<Download> {
  if (ctx.antivirus === undefined) return file;
  try {
    const withheld = await findWithheld(ctx, contaId, await bytesOf(file));
    if (withheld === null) return file;
    const { assinatura } = withheld;
    if (assinatura === null) throw new Refusal("arquivoSemExame");
    throw new Refusal("arquivoComVirus", { values: { assinatura } });
  } catch (error) {
    if ("blob" in file) await file.blob.close();
    if (!isUnavailable(error)) throw error;
    ctx.log.error({ contaId, err: error }, "o antivírus não respondeu e um arquivo não foi entregue");
    throw new Refusal("antivirusFora");
  }
}

/**
 * Whether a document may be included in a generated file.
 * @throws {Outage} when the antivirus does not answer
 */
export async function mayLeave(ctx: Context, contaId: string, xmlGzip: Uint8Array): Promise<boolean> {
  if (ctx.antivirus === undefined) return true;
  const file = { nome: "", tipo: "", bytes: xmlGzip, gzip: true };
  return (await findWithheld(ctx, contaId, await bytesOf(file))) === null;
}

async function bytesOf(file: Download): Promise<Bytes> {
  if ("blob" in file) {
    const { blob, sha256 } = file;
    return { sha256, tamanho: blob.tamanho, read: () => blob.read() };
  }
  const bytes = file.gzip ? await gunzip(file.bytes) : file.bytes;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, tamanho: bytes.length, read: () => [bytes] };
}

/** Why bytes are withheld; null if they may leave. */
async function findWithheld(ctx: Context, contaId: string, bytes: Bytes): Promise<Withheld | null> {
  const { database, clock, log, antivirus } = ctx;
  if (antivirus === undefined || bytes.tamanho === 0) return null;
  const { sha256 } = bytes;
  const now = clock.now();
  const desde = new Date(now.getTime() - VALID_MS);
  const known = await database.withConta(contaId, (db) => findScanResult(db, contaId, { sha256, desde }));
  if (known !== null) return known.assinatura === null ? null : known;
  const verdict = await antivirus.scan(() => bytes.read(), bytes.tamanho);
  if (verdict.kind === "too-large") return { assinatura: null };
  const assinatura = verdict.kind === "found" ? verdict.signature : null;
  await database.withConta(contaId, (db) => saveScanResult(db, contaId, { sha256, assinatura, now }));
  if (assinatura === null) return null;
  log.warn({ contaId, sha256, assinatura }, "o antivírus reteve um arquivo");
  return { assinatura };
}
