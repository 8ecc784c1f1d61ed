import { promisify } from "node:util";
import { crc32, createInflateRaw, type InflateRaw, inflateRaw } from "node:zlib";
import { type ArchiveRefusal, type Budget, spendBytes } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { readRange, type Volume } from "../volume.ts";
import { findData, type ZipEntry, type ZipIndex } from "./central-directory.ts";

const inflate = promisify(inflateRaw);

/** A ZIP with its index, and the volume of its bytes. */
export type Zip = { index: ZipIndex; volume: Volume };

/** One entry, and the remaining budget. */
export type EntryContext = { entry: ZipEntry; budget: Budget };

/** Refuses an entry by its own claims, before any byte is read. */
export function checkEntry(entry: ZipEntry, budget: Budget): ArchiveRefusal | null {
  const { limites } = budget;
  const refused = checkClaims(entry, budget);
  return refused ?? (entry.inflatedSize > limites.arquivoBytes ? "pacote-grande-demais" : null);
}

/** The same for streamed entries: an inner archive may be as large as an archive. */
export function checkLargeEntry(entry: ZipEntry, budget: Budget): ArchiveRefusal | null {
  const { limites } = budget;
  const refused = checkClaims(entry, budget);
  const most = Math.max(limites.arquivoBytes, limites.comprimidoBytes);
  return refused ?? (entry.inflatedSize > most ? "pacote-grande-demais" : null);
}

function checkClaims(entry: ZipEntry, { limites, isOver }: Budget): ArchiveRefusal | null {
  const { compressedSize, inflatedSize } = entry;
  if (isOver()) return "caro-demais";
  if (entry.encrypted) return "pacote-protegido";
  if (entry.special) return "pacote-link";
  if (entry.method !== 0 && entry.method !== 8) return "pacote-formato";
  if (entry.method === 0 && compressedSize !== inflatedSize) return "pacote-invalido";
  return isSuspect(inflatedSize, compressedSize, limites) ? "pacote-taxa-suspeita" : null;
}

/** Inflates an entry and verifies its claimed size and checksum. */
export async function inflateEntry(
  zip: Zip,
  { entry, budget }: EntryContext,
): Promise<Buffer | ArchiveRefusal> {
  const { compressedSize, inflatedSize, method } = entry;
  const start = await findData(zip.index, entry);
  if (start === null || start + compressedSize > zip.volume.tamanho) return "pacote-invalido";
  if (!spendBytes(budget, inflatedSize)) return "pacote-grande-demais";
  const raw = await zip.volume.read(start, compressedSize);
  const contents = method === 0 ? Buffer.from(raw) : await inflateExactly(raw, inflatedSize);
  if (contents === null || contents.length !== inflatedSize) return "pacote-invalido";
  if (crc32(contents) !== entry.crc32) return "pacote-invalido";
  return contents;
}

/** Stops at the claimed size, so that a false claim costs no more memory than it states. */
async function inflateExactly(raw: Buffer, inflatedSize: number): Promise<Buffer | null> {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(inflatedSize, 1) });
  } catch {
    return null;
  }
}

/** The bytes of an entry differ from its claims. */
export class InvalidZipEntry extends Error {}

/**
 * Streams the bytes of an entry, which the caller has charged to the budget.
 * @throws InvalidZipEntry when size or checksum differ from the claims
 */
export async function* streamEntry(zip: Zip, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { compressedSize, inflatedSize, method } = entry;
  const start = await findData(zip.index, entry);
  if (start === null || start + compressedSize > zip.volume.tamanho)
    throw new InvalidZipEntry("no such place");
  const raw = readRange(zip.volume, start, start + compressedSize);
  let [bytes, sum] = [0, 0];
  for await (const piece of method === 0 ? raw : inflateAll(raw)) {
    bytes += piece.length;
    if (bytes > inflatedSize) throw new InvalidZipEntry("more than claimed");
    sum = crc32(piece, sum);
    yield piece;
  }
  if (bytes !== inflatedSize || sum !== entry.crc32) throw new InvalidZipEntry("other than claimed");
}

async function* inflateAll(raw: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const stream = createInflateRaw();
  let unread: unknown = null;
  const fed = feed(stream, raw).catch((error: unknown) => {
    unread = error;
    stream.destroy();
  });
  try {
    yield* stream;
  } catch (cause) {
    if (unread === null) throw new InvalidZipEntry("not deflated", { cause });
  } finally {
    stream.destroy();
  }
  await fed;
  if (unread !== null) throw unread;
}

/** Writes with backpressure and ends when the stream closes for any reason. */
async function feed(stream: InflateRaw, raw: AsyncIterable<Buffer>): Promise<void> {
  const gone = new Promise<void>((resolve) => stream.once("close", resolve));
  for await (const piece of raw) {
    if (stream.destroyed) return;
    const room = new Promise<void>((resolve) => stream.once("drain", resolve));
    if (!stream.write(piece)) await Promise.race([room, gone]);
  }
  stream.end();
}
