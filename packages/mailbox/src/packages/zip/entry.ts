import { promisify } from "node:util";
import { crc32, createInflateRaw, type InflateRaw, inflateRaw } from "node:zlib";
import { type Orcamento, type RecusaPacote, spendBytes } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { readTrecho, type Volume } from "../volume.ts";
import { findDados, type Verbete, type ZipAchado } from "./central-directory.ts";

const inflate = promisify(inflateRaw);

/** A ZIP with its index, and the volume of its bytes. */
export type Zip = { achado: ZipAchado; volume: Volume };

/** One entry, and the remaining budget. */
export type Lugar = { verbete: Verbete; orcamento: Orcamento };

/** Refuses an entry by its own claims, before any byte is read. */
export function judgeVerbete(verbete: Verbete, orcamento: Orcamento): RecusaPacote | null {
  const { limites } = orcamento;
  const refused = judgeAlegado(verbete, orcamento);
  return refused ?? (verbete.inflado > limites.arquivoBytes ? "pacote-grande-demais" : null);
}

/** The same for streamed entries: an inner archive may be as large as an archive. */
export function judgeGrande(verbete: Verbete, orcamento: Orcamento): RecusaPacote | null {
  const { limites } = orcamento;
  const refused = judgeAlegado(verbete, orcamento);
  const most = Math.max(limites.arquivoBytes, limites.comprimidoBytes);
  return refused ?? (verbete.inflado > most ? "pacote-grande-demais" : null);
}

function judgeAlegado(verbete: Verbete, { limites, isOver }: Orcamento): RecusaPacote | null {
  const { comprimido, inflado } = verbete;
  if (isOver()) return "caro-demais";
  if (verbete.cifrado) return "pacote-protegido";
  if (verbete.especial) return "pacote-link";
  if (verbete.metodo !== 0 && verbete.metodo !== 8) return "pacote-formato";
  if (verbete.metodo === 0 && comprimido !== inflado) return "pacote-invalido";
  return isSuspect(inflado, comprimido, limites) ? "pacote-taxa-suspeita" : null;
}

/** Inflates an entry and verifies its claimed size and checksum. */
export async function inflateVerbete(
  zip: Zip,
  { verbete, orcamento }: Lugar,
): Promise<Buffer | RecusaPacote> {
  const { comprimido, inflado, metodo } = verbete;
  const start = await findDados(zip.achado, verbete);
  if (start === null || start + comprimido > zip.volume.tamanho) return "pacote-invalido";
  if (!spendBytes(orcamento, inflado)) return "pacote-grande-demais";
  const raw = await zip.volume.read(start, comprimido);
  const conteudo = metodo === 0 ? Buffer.from(raw) : await inflateExactly(raw, inflado);
  if (conteudo === null || conteudo.length !== inflado) return "pacote-invalido";
  if (crc32(conteudo) !== verbete.crc32) return "pacote-invalido";
  return conteudo;
}

/** Stops at the claimed size, so that a false claim costs no more memory than it states. */
async function inflateExactly(raw: Buffer, inflado: number): Promise<Buffer | null> {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(inflado, 1) });
  } catch {
    return null;
  }
}

/** The bytes of an entry differ from its claims. */
export class VerbeteInvalido extends Error {}

/**
 * Streams the bytes of an entry, which the caller has charged to the budget.
 * @throws VerbeteInvalido when size or checksum differ from the claims
 */
export async function* streamVerbete(zip: Zip, verbete: Verbete): AsyncGenerator<Buffer> {
  const { comprimido, inflado, metodo } = verbete;
  const start = await findDados(zip.achado, verbete);
  if (start === null || start + comprimido > zip.volume.tamanho) throw new VerbeteInvalido("no such place");
  const raw = readTrecho(zip.volume, start, start + comprimido);
  let [bytes, soma] = [0, 0];
  for await (const piece of metodo === 0 ? raw : inflateAll(raw)) {
    bytes += piece.length;
    if (bytes > inflado) throw new VerbeteInvalido("more than claimed");
    soma = crc32(piece, soma);
    yield piece;
  }
  if (bytes !== inflado || soma !== verbete.crc32) throw new VerbeteInvalido("other than claimed");
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
    if (unread === null) throw new VerbeteInvalido("not deflated", { cause });
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
