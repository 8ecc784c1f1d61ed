import { promisify } from "node:util";
import { crc32, createInflateRaw, type InflateRaw, inflateRaw } from "node:zlib";
import { type Orcamento, type RecusaPacote, spendBytes } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { readTrecho, type Volume } from "../volume.ts";
import { findDados, type Verbete, type ZipAchado } from "./central-directory.ts";

const inflate = promisify(inflateRaw);

/** A ZIP whose index was found, and where its bytes are. */
export type Zip = { achado: ZipAchado; volume: Volume };

/** One entry, and what opening may still cost. */
export type Lugar = { verbete: Verbete; orcamento: Orcamento };

/** What an entry's own claims already forbid, before a byte of it is touched. */
export function judgeVerbete(verbete: Verbete, orcamento: Orcamento): RecusaPacote | null {
  const { limites } = orcamento;
  const refused = judgeAlegado(verbete, orcamento);
  return refused ?? (verbete.inflado > limites.arquivoBytes ? "pacote-grande-demais" : null);
}

/** The same where entries are opened piece by piece: a package among them may be as large as packages are. */
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

/** The bytes of an entry, which must be exactly as many as claimed, under the claimed checksum. */
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

/** Stops at the claimed size: whoever claims little and holds much gets no more memory than claimed. */
async function inflateExactly(raw: Buffer, inflado: number): Promise<Buffer | null> {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(inflado, 1) });
  } catch {
    return null;
  }
}

/** An entry that is not what it claims, found out on the way. */
export class VerbeteInvalido extends Error {}

/**
 * The bytes of an entry piece by piece, never all of them in memory; the caller has paid for them.
 * @throws VerbeteInvalido when they are not as many as claimed, under the claimed checksum
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

/** Writes no faster than it is taken, and ends with the stream, however that ends. */
async function feed(stream: InflateRaw, raw: AsyncIterable<Buffer>): Promise<void> {
  const gone = new Promise<void>((resolve) => stream.once("close", resolve));
  for await (const piece of raw) {
    if (stream.destroyed) return;
    const room = new Promise<void>((resolve) => stream.once("drain", resolve));
    if (!stream.write(piece)) await Promise.race([room, gone]);
  }
  stream.end();
}
