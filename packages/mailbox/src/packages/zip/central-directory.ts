import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { Volume } from "../volume.ts";

/** One file in the index of a ZIP; each figure is a claim until the bytes are inflated. */
export type Verbete = {
  nomeRaw: Buffer;
  metodo: number;
  cifrado: boolean;
  /** Neither a file nor a folder: a symbolic link, a device. */
  especial: boolean;
  pasta: boolean;
  crc32: number;
  comprimido: number;
  inflado: number;
  /** Offset of its local header. */
  inicio: number;
  entry: Entry;
};

/** How the index ended: completely, damaged, or at an entry under strong encryption. */
export type FimIndice = "completo" | "danificado" | "cifrado";

/** A ZIP whose index was found. */
export type ZipAchado = { zip: ZipFile; leitor: VolumeReader };

/** The index of a ZIP; unless `completo` it is truncated, and the entries before are valid. */
export type Indice = ZipAchado & { total: number; verbetes: Verbete[]; fim: FimIndice };

const UNIX = 3;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;

/** Reads the index, at most `maximo` entries; null when it is missing or unreadable. */
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

/** Finds the index without reading its entries; null when there is none. */
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

/**
 * Yields the entries once, then how the index ended unless it was complete. @NOTE names stay bytes
 * and sizes are unchecked: yauzl would reject the whole archive for one bad entry.
 */
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

/** Start of the data of an entry, or null when its local header is missing. */
export async function findDados({ zip, leitor }: ZipAchado, verbete: Verbete): Promise<number | null> {
  try {
    const header = await zip.readLocalFileHeaderPromise(verbete.entry, { minimal: true });
    return header.fileDataStart;
  } catch {
    leitor.check();
    return null;
  }
}

/** Adapts a volume to yauzl, which asks for pieces of known length; no stream per read. */
class VolumeReader extends RandomAccessReader {
  readonly #volume: Volume;
  #falha: unknown = null;

  constructor(volume: Volume) {
    super();
    this.#volume = volume;
  }

  /** Distinguishes a disk failure from a damaged ZIP.   @throws what reading threw */
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
