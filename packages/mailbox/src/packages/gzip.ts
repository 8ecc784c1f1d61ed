import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import { type ArchiveLimits, type ArchiveRefusal, type Budget, spendBytes } from "./budget.ts";

const inflate = promisify(gunzip);

/** The header, CRC-32 and size of a member.   @source RFC 1952 §2.3 */
const GZIP_MIN_BYTES = 18;
const FNAME = 0x08;
const FEXTRA = 0x04;
const NAME_AT = 10;
const NAME_MAX = 255;

/**
 * Inflates a gzip within the limits. The size in its last four bytes serves only as an upper bound.
 * When the size is implausible or too small, a first pass counts the bytes without keeping them.
 */
export async function gunzipWithin(bytes: Buffer, budget: Budget): Promise<Buffer | ArchiveRefusal> {
  if (bytes.length < GZIP_MIN_BYTES) return "pacote-invalido";
  const claimed = bytes.readUInt32LE(bytes.length - 4);
  const { limites } = budget;
  const isModest = claimed <= limites.arquivoBytes && !isSuspect(claimed, bytes.length, limites);
  const quick = isModest && spendBytes(budget, claimed) ? await inflateUpTo(bytes, claimed) : null;
  return quick ?? (await inflateCounted(bytes, budget));
}

/** The name in the gzip header, or the name of the gzip file without its extension. */
export function readGzipName(bytes: Buffer, name: string | null): string {
  const flags = bytes[3] ?? 0;
  const end = bytes.indexOf(0, NAME_AT);
  if ((flags & FNAME) !== 0 && (flags & FEXTRA) === 0 && end > NAME_AT && end - NAME_AT <= NAME_MAX) {
    return bytes.toString("latin1", NAME_AT, end);
  }
  return (name ?? "").replace(/\.(?:gz|gzip)$/i, "").replace(/\.tgz$/i, ".tar");
}

/** Sizes up to `taxaLivreBytes` are never suspect: blank text compresses far and is no bomb. */
export function isSuspect(inflated: number, compressed: number, limites: ArchiveLimits): boolean {
  return inflated > limites.taxaLivreBytes && inflated > compressed * limites.taxa;
}

/** Returns null when the data is longer than `size` or damaged. */
async function inflateUpTo(bytes: Buffer, size: number): Promise<Buffer | null> {
  try {
    return await inflate(bytes, { maxOutputLength: Math.max(size, 1) });
  } catch {
    return null;
  }
}

async function inflateCounted(bytes: Buffer, budget: Budget): Promise<Buffer | ArchiveRefusal> {
  const counted = await countInflated(bytes, budget);
  if (typeof counted === "string") return counted;
  return (await inflateUpTo(bytes, counted)) ?? "pacote-invalido";
}

/** Counts the inflated bytes within the limits, and charges each chunk to the budget. */
function countInflated(bytes: Buffer, budget: Budget): Promise<number | ArchiveRefusal> {
  const { limites } = budget;
  return new Promise((resolve) => {
    const stream = createGunzip();
    let total = 0;
    const finish = (outcome: number | ArchiveRefusal): void => {
      stream.destroy();
      resolve(outcome);
    };
    stream.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (isSuspect(total, bytes.length, limites)) finish("pacote-taxa-suspeita");
      else if (total > limites.arquivoBytes || !spendBytes(budget, chunk.length))
        finish("pacote-grande-demais");
    });
    stream.on("end", () => finish(total));
    stream.on("error", () => finish("pacote-invalido"));
    stream.end(bytes);
  });
}
