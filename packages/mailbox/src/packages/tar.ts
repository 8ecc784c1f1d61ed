import { toPart } from "../mime/part.ts";
import type { ArchiveLimits, ArchiveRefusal } from "./budget.ts";
import { readEntryName } from "./zip/entry-name.ts";
import type { ArchiveEntry } from "./zip/open.ts";

/** A tar as its headers describe it, without copies. */
export type Tar = {
  entradas: ArchiveEntry[];
  /** Number of headers read, including those of folders and long names. */
  headerCount: number;
  /** Bytes after the end mark, or from an unreadable header on. */
  resto: Buffer;
  /** False when there is no end mark. */
  inteiro: boolean;
};

const BLOCK = 512;
/** Most bytes of a long name that are read. */
const NAME_MAX_BYTES = 64 * 1024;

/** Start and end of each header field.   @source POSIX.1-2017, pax, ustar Interchange Format */
const NAME_FIELD = [0, 100] as const;
const SIZE_FIELD = [124, 136] as const;
const CHECKSUM_FIELD = [148, 156] as const;
const TYPE_OFFSET = 156;
const PREFIX_FIELD = [345, 500] as const;

const GNU_LONG_NAME = "L";
const PAX_HEADER = "x";
/** Folders, volume labels, long link names and global headers. */
const NOT_FILES: ReadonlySet<string> = new Set(["5", "D", "V", "K", "g", GNU_LONG_NAME, PAX_HEADER]);
/** Links and devices, which have no data whatever size they claim. */
const WITHOUT_DATA: ReadonlySet<string> = new Set(["1", "2", "3", "4", "6"]);
const SPARSE = "S";

/**
 * Reads the headers of a tar up to its end or the first damage; a truncated file is returned as far
 * as it goes.
 * @returns null when it has more than `maximo` headers
 * @source POSIX.1-2017, pax; GNU tar, Basic Tar Format
 */
export function readTar(
  bytes: Buffer,
  { maximo, limites }: { maximo: number; limites: ArchiveLimits },
): Tar | null {
  const entradas: ArchiveEntry[] = [];
  let longName: Buffer | null = null;
  let at = 0;
  let headerCount = 0;
  const stop = (inteiro: boolean): Tar => ({ entradas, headerCount, resto: bytes.subarray(at), inteiro });
  for (; at < bytes.length; headerCount += 1) {
    if (isEndMark(bytes, at)) return stop(true);
    const header = readHeader(bytes, at);
    if (header === null) return stop(false);
    if (headerCount >= maximo) return null;
    const { tipo, tamanho, nome } = header;
    const data = bytes.subarray(at + BLOCK, at + BLOCK + tamanho);
    const entry = { caminho: String(entradas.length + 1), nome: readEntryName(longName ?? nome) };
    if (!isNotFile(tipo, nome)) entradas.push(toEntry({ ...entry, tipo, dados: data }, limites));
    longName = readLongName(tipo, data) ?? (NOT_FILES.has(tipo) ? longName : null);
    at += BLOCK + Math.ceil(tamanho / BLOCK) * BLOCK;
  }
  return stop(false);
}

/** Whether a block of zeros starts here; a tar should end with two. */
function isEndMark(bytes: Buffer, at: number): boolean {
  return bytes.subarray(at, at + BLOCK).every((byte) => byte === 0);
}

type TarHeader = { tipo: string; tamanho: number; nome: Buffer };

/** Reads a header; null when its checksum or size is invalid. */
function readHeader(bytes: Buffer, at: number): TarHeader | null {
  const block = bytes.subarray(at, at + BLOCK);
  if (block.length < BLOCK || readNumber(block.subarray(...CHECKSUM_FIELD)) !== sumOf(block)) return null;
  const tipo = String.fromCharCode(block[TYPE_OFFSET] ?? 0);
  const claimed = readNumber(block.subarray(...SIZE_FIELD));
  if (claimed === null) return null;
  const [prefix, curto] = [
    untilNul(block.subarray(...PREFIX_FIELD)),
    untilNul(block.subarray(...NAME_FIELD)),
  ];
  const nome = prefix.length === 0 ? curto : Buffer.concat([prefix, Buffer.from("/"), curto]);
  return { tipo, tamanho: WITHOUT_DATA.has(tipo) ? 0 : claimed, nome };
}

/** Sum of all bytes, with the checksum field as blanks. */
function sumOf(block: Buffer): number {
  let sum = 0;
  for (const [i, byte] of block.entries())
    sum += i >= CHECKSUM_FIELD[0] && i < CHECKSUM_FIELD[1] ? 0x20 : byte;
  return sum;
}

/** Octal digits with padding, or base 256, which GNU tar uses above 8 GB. */
function readNumber(field: Buffer): number | null {
  if (field[0] === 0x80 && field.subarray(1, -6).every((byte) => byte === 0))
    return field.readUIntBE(field.length - 6, 6);
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field.toString("latin1"))?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 8);
}

function untilNul(field: Buffer): Buffer {
  const end = field.indexOf(0);
  return end === -1 ? field : field.subarray(0, end);
}

/** Old programs mark a folder only by a trailing slash. */
function isNotFile(tipo: string, nome: Buffer): boolean {
  return NOT_FILES.has(tipo) || (!WITHOUT_DATA.has(tipo) && nome.at(-1) === 0x2f);
}

/** The long name of the next entry. */
function readLongName(tipo: string, data: Buffer): Buffer | null {
  const head = data.subarray(0, NAME_MAX_BYTES);
  if (tipo === GNU_LONG_NAME) return untilNul(head);
  if (tipo !== PAX_HEADER) return null;
  const path = /(?:^|\n)\d{1,5} path=([^\n]*)\n/.exec(head.toString("latin1"))?.[1];
  return path === undefined ? null : Buffer.from(path, "latin1");
}

type TarFile = { caminho: string; nome: string; tipo: string; dados: Buffer };

function toEntry({ caminho, nome, tipo, dados }: TarFile, { arquivoBytes }: ArchiveLimits): ArchiveEntry {
  const refuse = (motivo: ArchiveRefusal): ArchiveEntry => ({ caminho, nome, motivo });
  if (WITHOUT_DATA.has(tipo)) return refuse("pacote-link");
  if (tipo === SPARSE) return refuse("pacote-formato");
  return dados.length > arquivoBytes
    ? refuse("pacote-grande-demais")
    : toPart({ caminho, nome, bytes: dados });
}
