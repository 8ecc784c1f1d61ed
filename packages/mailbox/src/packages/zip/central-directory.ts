import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from "yauzl";
import type { Volume } from "../volume.ts";

/** One file in the index of a ZIP; each figure is a claim until the bytes are inflated. */
export type ZipEntry = {
  rawName: Buffer;
  method: number;
  encrypted: boolean;
  /** Neither a file nor a folder: a symbolic link, a device. */
  special: boolean;
  folder: boolean;
  crc32: number;
  compressedSize: number;
  inflatedSize: number;
  /** Offset of its local header. */
  headerOffset: number;
  entry: Entry;
};

/** How the index ended: completely, damaged, or at an entry under strong encryption. */
export type IndexEnd = "completo" | "danificado" | "cifrado";

/** A ZIP whose index was found. */
export type ZipIndex = { zip: ZipFile; reader: VolumeReader };

/** The index of a ZIP; unless `completo` it is truncated, and the entries before are valid. */
export type ZipEntries = ZipIndex & { total: number; entries: ZipEntry[]; fim: IndexEnd };

const UNIX = 3;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;

/** Reads the index, at most `maximum` entries; null when it is missing or unreadable. */
export async function readIndex(volume: Volume, maximum: number): Promise<ZipEntries | null> {
  const index = await findIndex(volume);
  if (index === null) return null;
  const result: ZipEntries = { ...index, total: index.zip.entryCount, entries: [], fim: "completo" };
  if (result.total > maximum) return result;
  for await (const entry of listZipEntries(index)) {
    if (typeof entry === "string") return { ...result, fim: entry };
    result.entries.push(entry);
  }
  return result;
}

/** Finds the index without reading its entries; null when there is none. */
export async function findIndex(volume: Volume): Promise<ZipIndex | null> {
  const reader = new VolumeReader(volume);
  try {
    const options = { decodeStrings: false, validateEntrySizes: false, autoClose: false };
    return { zip: await fromRandomAccessReaderPromise(reader, volume.tamanho, options), reader };
  } catch {
    reader.check();
    return null;
  }
}

/**
 * Yields the entries once, then how the index ended unless it was complete. @NOTE names stay bytes
 * and sizes are unchecked: yauzl would reject the whole archive for one bad entry.
 */
export async function* listZipEntries({
  zip,
  reader,
}: ZipIndex): AsyncGenerator<ZipEntry | Exclude<IndexEnd, "completo">> {
  const entries = zip.eachEntry();
  for (;;) {
    let next: IteratorResult<Entry>;
    try {
      next = await entries.next();
    } catch (error) {
      reader.check();
      yield /strong encryption/.test(String(error)) ? "cifrado" : "danificado";
      return;
    }
    if (next.done === true) return;
    yield toZipEntry(next.value);
  }
}

/** Start of the data of an entry, or null when its local header is missing. */
export async function findData({ zip, reader }: ZipIndex, entry: ZipEntry): Promise<number | null> {
  try {
    const header = await zip.readLocalFileHeaderPromise(entry.entry, { minimal: true });
    return header.fileDataStart;
  } catch {
    reader.check();
    return null;
  }
}

/** Adapts a volume to yauzl, which asks for pieces of known length; no stream per read. */
class VolumeReader extends RandomAccessReader {
  readonly #volume: Volume;
  #failure: unknown = null;

  constructor(volume: Volume) {
    super();
    this.#volume = volume;
  }

  /** Distinguishes a disk failure from a damaged ZIP.   @throws what reading threw */
  check(): void {
    if (this.#failure !== null) throw this.#failure;
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
        this.#failure = error;
        throw error;
      });
      bytes.copy(buffer, offset);
      return bytes.length < length ? new Error("the volume ends before") : null;
    };
    read().then(callback, callback);
  }
}

function toZipEntry(entry: Entry): ZipEntry {
  const rawName = entry.fileNameRaw;
  const unixMode = entry.versionMadeBy >>> 8 === UNIX ? (entry.externalFileAttributes >>> 16) & S_IFMT : 0;
  const slash = rawName.at(-1) === 0x2f || rawName.at(-1) === 0x5c;
  return {
    rawName,
    method: entry.compressionMethod,
    encrypted: entry.isEncrypted(),
    special: unixMode !== 0 && unixMode !== S_IFREG && unixMode !== S_IFDIR,
    folder: slash && entry.uncompressedSize === 0,
    crc32: entry.crc32,
    compressedSize: entry.compressedSize,
    inflatedSize: entry.uncompressedSize,
    headerOffset: entry.relativeOffsetOfLocalHeader,
    entry,
  };
}
