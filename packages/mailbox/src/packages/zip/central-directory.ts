import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { Volume } from "../volume.ts";

/** One file as the index of a ZIP describes it; every figure is a claim until the bytes are inflated. */
export type Verbete = {
  nomeRaw: Buffer;
  metodo: number;
  cifrado: boolean;
  /** Anything that is neither a file nor a folder: a symbolic link, a device. */
  especial: boolean;
  pasta: boolean;
  crc32: number;
  comprimido: number;
  inflado: number;
  /** Where its local header starts. */
  inicio: number;
  entry: Entry;
};

/** Where the index of a ZIP ended: at its end, or before it, damaged or at an entry under strong encryption. */
export type FimIndice = "completo" | "danificado" | "cifrado";

/** A ZIP of which the index was found. */
export type ZipAchado = { zip: ZipFile; leitor: VolumeReader };

/** The index of a ZIP; unless `completo` it broke off, and what came before still holds. */
export type Indice = ZipAchado & { total: number; verbetes: Verbete[]; fim: FimIndice };

const UNIX = 3;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;

/** Reads the index only, at most `maximo` entries of it; null when the bytes have none that can be read. */
export async function readIndice(volume: Volume, maximo: number): Promise<Indice | null> {
  const achado = await findIndice(volume);
  if (achado === null) return null;
  const indice: Indice = { ...achado, total: achado.zip.entryCount, verbetes: [], fim: "completo" };
  if (indice.total > maximo) return indice;
  for await (const verbete of listVerbetes(achado)) {
    if (typeof verbete === "string") return { ...indice, fim: verbete };
    indice.verbetes.push(verbete);
  }
  return indice;
}

/** Finds the index, and reads none of it yet; null when there is none. */
export async function findIndice(volume: Volume): Promise<ZipAchado | null> {
  const leitor = new VolumeReader(volume);
  try {
    const options = { decodeStrings: false, validateEntrySizes: false, autoClose: false };
    return { zip: await fromRandomAccessReaderPromise(leitor, volume.tamanho, options), leitor };
  } catch {
    leitor.check();
    return null;
  }
}

/** The entries, one at a time and once; last how the index ended, unless that was its end.
 * @NOTE names stay bytes and sizes go unchecked here, because yauzl would give up the whole package at the first
 * `..` or lie, while one bad entry must not cost the honest ones beside it. */
export async function* listVerbetes({
  zip,
  leitor,
}: ZipAchado): AsyncGenerator<Verbete | Exclude<FimIndice, "completo">> {
  const entries = zip.eachEntry();
  for (;;) {
    let next: IteratorResult<Entry>;
    try {
      next = await entries.next();
    } catch (error) {
      leitor.check();
      yield /strong encryption/.test(String(error)) ? "cifrado" : "danificado";
      return;
    }
    if (next.done === true) return;
    yield toVerbete(next.value);
  }
}

/** Where the data of an entry starts, or null when its local header is not there. */
export async function findDados({ zip, leitor }: ZipAchado, verbete: Verbete): Promise<number | null> {
  try {
    const header = await zip.readLocalFileHeaderPromise(verbete.entry, { minimal: true });
    return header.fileDataStart;
  } catch {
    leitor.check();
    return null;
  }
}

/** yauzl over a volume: it asks for pieces of known length, and no stream is made for each. */
class VolumeReader extends RandomAccessReader {
  readonly #volume: Volume;
  #falha: unknown = null;

  constructor(volume: Volume) {
    super();
    this.#volume = volume;
  }

  /** A disk that failed is no damaged ZIP.   @throws what reading threw */
  check(): void {
    if (this.#falha !== null) throw this.#falha;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const read = async (): Promise<Error | null> => {
      const bytes = await this.#volume.read(position, length).catch((error: unknown) => {
        this.#falha = error;
        throw error;
      });
      bytes.copy(buffer, offset);
      return bytes.length < length ? new Error("the volume ends before") : null;
    };
    read().then(callback, callback);
  }
}

function toVerbete(entry: Entry): Verbete {
  const nomeRaw = entry.fileNameRaw;
  const unixMode = entry.versionMadeBy >>> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & S_IFMT : 0;
  const slash = nomeRaw.at(-1) === 0x2f || nomeRaw.at(-1) === 0x5c;
  return {
    nomeRaw,
    metodo: entry.compressionMethod,
    cifrado: entry.isEncrypted(),
    especial: unixMode !== 0 && unixMode !== S_IFREG && unixMode !== S_IFDIR,
    pasta: slash && entry.uncompressedSize === 0,
    crc32: entry.crc32,
    comprimido: entry.compressedSize,
    inflado: entry.uncompressedSize,
    inicio: entry.relativeOffsetOfLocalHeader,
    entry,
  };
}
