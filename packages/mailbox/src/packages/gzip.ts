import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import { type LimitesPacote, type Orcamento, type RecusaPacote, spendBytes } from "./budget.ts";

const inflate = promisify(gunzip);

/** The header, CRC-32 and size of a member.   @source RFC 1952 §2.3 */
const GZIP_MIN_BYTES = 18;
const FNAME = 0x08;
const FEXTRA = 0x04;
const NOME_EM = 10;
const NOME_MAX = 255;

/**
 * Inflates a gzip within the limits. The size in its last four bytes serves only as an upper bound.
 * When the size is implausible or too small, a first pass counts the bytes without keeping them.
 */
export async function gunzipWithin(bytes: Buffer, orcamento: Orcamento): Promise<Buffer | RecusaPacote> {
  if (bytes.length < GZIP_MIN_BYTES) return "pacote-invalido";
  const claimed = bytes.readUInt32LE(bytes.length - 4);
  const { limites } = orcamento;
  const isModest = claimed <= limites.arquivoBytes && !isSuspect(claimed, bytes.length, limites);
  const quick = isModest && spendBytes(orcamento, claimed) ? await inflateUpTo(bytes, claimed) : null;
  return quick ?? (await inflateCounted(bytes, orcamento));
}

/** The name in the gzip header, or the name of the gzip file without its extension. */
export function readNomeGzip(bytes: Buffer, nome: string | null): string {
  const flags = bytes[3] ?? 0;
  const end = bytes.indexOf(0, NOME_EM);
  if ((flags & FNAME) !== 0 && (flags & FEXTRA) === 0 && end > NOME_EM && end - NOME_EM <= NOME_MAX) {
    return bytes.toString("latin1", NOME_EM, end);
  }
  return (nome ?? "").replace(/\.(?:gz|gzip)$/i, "").replace(/\.tgz$/i, ".tar");
}

/** Sizes up to `taxaLivreBytes` are never suspect: blank text compresses far and is no bomb. */
export function isSuspect(inflado: number, comprimido: number, limites: LimitesPacote): boolean {
  return inflado > limites.taxaLivreBytes && inflado > comprimido * limites.taxa;
}

/** Returns null when the data is longer than `tamanho` or damaged. */
async function inflateUpTo(bytes: Buffer, tamanho: number): Promise<Buffer | null> {
  try {
    return await inflate(bytes, { maxOutputLength: Math.max(tamanho, 1) });
  } catch {
    return null;
  }
}

async function inflateCounted(bytes: Buffer, orcamento: Orcamento): Promise<Buffer | RecusaPacote> {
  const counted = await countInflado(bytes, orcamento);
  if (typeof counted === "string") return counted;
  return (await inflateUpTo(bytes, counted)) ?? "pacote-invalido";
}

/** Counts the inflated bytes within the limits, and charges each chunk to the budget. */
function countInflado(bytes: Buffer, orcamento: Orcamento): Promise<number | RecusaPacote> {
  const { limites } = orcamento;
  return new Promise((resolve) => {
    const stream = createGunzip();
    let total = 0;
    const finish = (outcome: number | RecusaPacote): void => {
      stream.destroy();
      resolve(outcome);
    };
    stream.on("data", (chunk: Buffer) => {
      total += chunk.length;
      if (isSuspect(total, bytes.length, limites)) finish("pacote-taxa-suspeita");
      else if (total > limites.arquivoBytes || !spendBytes(orcamento, chunk.length))
        finish("pacote-grande-demais");
    });
    stream.on("end", () => finish(total));
    stream.on("error", () => finish("pacote-invalido"));
    stream.end(bytes);
  });
}
