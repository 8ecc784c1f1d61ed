import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

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

/** The index of a ZIP; unless `completo` it broke off, damaged or at an entry under strong encryption, and what came
 * before still holds. */
export type Indice = {
  zip: ZipFile;
  total: number;
  verbetes: Verbete[];
  fim: "completo" | "danificado" | "cifrado";
};

const UNIX = 3;
const S_IFMT = 0o170000;
const S_IFREG = 0o100000;
const S_IFDIR = 0o040000;

/** Reads the index only, at most `maximo` entries of it; null when the bytes have none that can be read.
 * @NOTE names stay bytes and sizes go unchecked here, because yauzl would give up the whole package at the first
 * `..` or lie, while one bad entry must not cost the honest ones beside it. */
export async function readIndice(bytes: Buffer, maximo: number): Promise<Indice | null> {
  const zip = await openZip(bytes);
  if (zip === null) return null;
  const verbetes: Verbete[] = [];
  const indice: Indice = { zip, total: zip.entryCount, verbetes, fim: "completo" };
  if (zip.entryCount > maximo) return indice;
  try {
    for await (const entry of zip.eachEntry()) verbetes.push(toVerbete(entry));
    return indice;
  } catch (error) {
    return { ...indice, fim: /strong encryption/.test(String(error)) ? "cifrado" : "danificado" };
  }
}

/** Where the data of an entry starts, or null when its local header is not there. */
export async function findDados(indice: Indice, verbete: Verbete): Promise<number | null> {
  try {
    const header = await indice.zip.readLocalFileHeaderPromise(verbete.entry, { minimal: true });
    return header.fileDataStart;
  } catch {
    return null;
  }
}

async function openZip(bytes: Buffer): Promise<ZipFile | null> {
  try {
    return await fromBufferPromise(bytes, { decodeStrings: false, validateEntrySizes: false });
  } catch {
    return null;
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
