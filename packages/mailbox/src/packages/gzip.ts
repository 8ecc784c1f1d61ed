import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";
import { type LimitesPacote, type Orcamento, type RecusaPacote, spendBytes } from "./budget.ts";

const inflate = promisify(gunzip);

/** The header, and the two sums at the end of a member.   @source RFC 1952 §2.3 */
const GZIP_MIN_BYTES = 18;
const FNAME = 0x08;
const FEXTRA = 0x04;
const NOME_EM = 10;
const NOME_MAX = 255;

/**
 * Inflates a gzip within the limits. Its own claim of the size (the last four bytes) is believed only as a bound: what claims too much,
 * or holds more than it claims, is first counted, without keeping a byte.
 */
export async function gunzipWithin(bytes: Buffer, orcamento: Orcamento): Promise<Buffer | RecusaPacote> {
  if (bytes.length < GZIP_MIN_BYTES) return "pacote-invalido";
  const claimed = bytes.readUInt32LE(bytes.length - 4);
  const { limites } = orcamento;
  const isModest = claimed <= limites.arquivoBytes && !isSuspect(claimed, bytes.length, limites);
  const quick = isModest && spendBytes(orcamento, claimed) ? await inflateUpTo(bytes, claimed) : null;
  return quick ?? (await inflateCounted(bytes, orcamento));
}

/** The name of the file that was compressed, as its header says, or as its own name without the ending. */
export function readNomeGzip(bytes: Buffer, nome: string | null): string {
  const flags = bytes[3] ?? 0;
  const end = bytes.indexOf(0, NOME_EM);
  if ((flags & FNAME) !== 0 && (flags & FEXTRA) === 0 && end > NOME_EM && end - NOME_EM <= NOME_MAX) {
    return bytes.toString("latin1", NOME_EM, end);
  }
  return (nome ?? "").replace(/\.(?:gz|gzip)$/i, "").replace(/\.tgz$/i, ".tar");
}

/** Up to the free size no ratio is suspect: a page of blanks is no bomb. */
export function isSuspect(inflado: number, comprimido: number, limites: LimitesPacote): boolean {
  return inflado > limites.taxaLivreBytes && inflado > comprimido * limites.taxa;
}

/** Null when there is more than that, or it is damaged. */
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

/** How much there is, as far as it is allowed; each piece is paid for when it comes. */
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
