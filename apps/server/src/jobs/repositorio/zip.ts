import { crc32 } from "node:zlib";
import { deflateRaw, gunzip } from "../../compression.ts";

/**
 * One compressed file of a ZIP. nome: ASCII, "/" between folders; em: yyyy-MM-ddTHH:mm:ss, local
 * time; dados: raw deflate; crc, tamanho: of the uncompressed bytes, less than 4 GB.
 */
export type ZipEntry = { nome: string; em: string; dados: Uint8Array; crc: number; tamanho: number };
/** The content of an entry, before it has a name. */
export type ZipContent = Pick<ZipEntry, "dados" | "crc" | "tamanho">;

/** Bytes yielded at once. */
const CHUNK_BYTES = 262_144;
/** Directory records kept as one piece. */
const DIRECTORY_CHUNK = 1_000;
const MAX_16 = 0xffff;
const MAX_32 = 0xffffffff;
const DEFLATE = 8;
const NAME_UTF8 = 0x0800;
const VERSION = 20;
const VERSION_ZIP64 = 45;
const UNIX = 3;
const REGULAR_FILE = 0o100644;
const GZIP_HEADER = 10;
const GZIP_TRAILER = 8;

/** Compresses the content of an entry. */
export async function packBytes(bytes: Uint8Array): Promise<ZipContent> {
  return { dados: await deflateRaw(bytes), crc: crc32(bytes), tamanho: bytes.length };
}

/**
 * Reuses the deflate stream of a gzip, whose trailer holds CRC and length. A gzip with a longer
 * header than ours is recompressed. @source RFC 1952 §2.3
 */
export async function packGzip(gzip: Buffer): Promise<ZipContent> {
  const isPlain = gzip.length > GZIP_HEADER + GZIP_TRAILER && gzip.readUInt32BE(0) === 0x1f8b0800;
  if (!isPlain) return await packBytes(await gunzip(gzip));
  const end = gzip.length - GZIP_TRAILER;
  return {
    dados: gzip.subarray(GZIP_HEADER, end),
    crc: gzip.readUInt32LE(end),
    tamanho: gzip.readUInt32LE(end + 4),
  };
}

/**
 * Writes a ZIP while its entries arrive; some 100 bytes per entry stay in memory. The same entries
 * give the same bytes.
 * @source PKWARE APPNOTE.TXT 6.3.10 §4.3
 */
export async function* writeZip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory = createDirectory();
  let offset = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  for await (const entry of entries) {
    const { dados } = entry;
    const head = writeLocal(entry);
    directory.add(entry, offset);
    offset += head.length + dados.length;
    const isLarge = dados.length >= CHUNK_BYTES;
    pending.push(head, ...(isLarge ? [] : [dados]));
    pendingBytes += head.length + (isLarge ? 0 : dados.length);
    if (!isLarge && pendingBytes < CHUNK_BYTES) continue;
    yield Buffer.concat(pending);
    if (isLarge) yield dados;
    pending = [];
    pendingBytes = 0;
  }
  yield Buffer.concat(pending);
  yield* directory.finish(offset);
}

/** The fields that a local header and its directory record share. */
function writeShared({ nome, em, dados, crc, tamanho }: ZipEntry, version: number): Buffer {
  const shared = Buffer.alloc(26);
  const { data, hora } = toDos(em);
  shared.writeUInt16LE(version, 0);
  shared.writeUInt16LE(NAME_UTF8, 2);
  shared.writeUInt16LE(DEFLATE, 4);
  shared.writeUInt16LE(hora, 6);
  shared.writeUInt16LE(data, 8);
  shared.writeUInt32LE(crc, 10);
  shared.writeUInt32LE(dados.length, 14);
  shared.writeUInt32LE(tamanho, 18);
  shared.writeUInt16LE(Buffer.byteLength(nome), 22);
  return shared;
}

function writeLocal(entry: ZipEntry): Buffer {
  return Buffer.concat([signature(0x04034b50), writeShared(entry, VERSION), Buffer.from(entry.nome)]);
}

function writeCentral(entry: ZipEntry, offset: number): Buffer {
  const isFar = offset >= MAX_32;
  const extra = isFar ? Buffer.alloc(12) : Buffer.alloc(0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const version = isFar ? VERSION_ZIP64 : VERSION;
  const madeBy = Buffer.from([VERSION_ZIP64, UNIX]);
  const shared = writeShared(entry, version);
  shared.writeUInt16LE(extra.length, 24);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(REGULAR_FILE * 0x10000, 6);
  rest.writeUInt32LE(Math.min(offset, MAX_32), 10);
  return Buffer.concat([signature(0x02014b50), madeBy, shared, rest, Buffer.from(entry.nome), extra]);
}

function createDirectory() {
  const pieces: Buffer[] = [];
  let records: Buffer[] = [];
  let total = 0;
  return {
    add(entry: ZipEntry, offset: number): void {
      records.push(writeCentral(entry, offset));
      total += 1;
      if (records.length < DIRECTORY_CHUNK) return;
      pieces.push(Buffer.concat(records));
      records = [];
    },
    *finish(start: number): Generator<Uint8Array> {
      pieces.push(Buffer.concat(records));
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      yield* pieces;
      yield writeEnd({ total, bytes, start });
    },
  };
}

type DirectoryEnd = { total: number; bytes: number; start: number };

function writeEnd({ total, bytes, start }: DirectoryEnd): Buffer {
  const end = Buffer.alloc(18);
  const count = Math.min(total, MAX_16);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(Math.min(bytes, MAX_32), 8);
  end.writeUInt32LE(Math.min(start, MAX_32), 12);
  const plain = Buffer.concat([signature(0x06054b50), end]);
  const isLarge = total >= MAX_16 || bytes >= MAX_32 || start >= MAX_32;
  return isLarge ? Buffer.concat([writeEnd64({ total, bytes, start }), plain]) : plain;
}

function writeEnd64({ total, bytes, start }: DirectoryEnd): Buffer {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeUInt16LE((UNIX << 8) | VERSION_ZIP64, 8);
  record.writeUInt16LE(VERSION_ZIP64, 10);
  record.writeBigUInt64LE(BigInt(total), 20);
  record.writeBigUInt64LE(BigInt(total), 28);
  record.writeBigUInt64LE(BigInt(bytes), 36);
  record.writeBigUInt64LE(BigInt(start), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(start + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return Buffer.concat([signature(0x06064b50), record, signature(0x07064b50), locator]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Clamps to 1980–2107, the years that a ZIP can express. */
function toDos(em: string): { data: number; hora: number } {
  const [year = 0, month = 1, day = 1, hora = 0, minute = 0, second = 0] = em.split(/[-T:]/).map(Number);
  if (year < 1980) return { data: (1 << 5) | 1, hora: 0 };
  if (year > 2107) return { data: (127 << 9) | (12 << 5) | 31, hora: 0 };
  return {
    data: ((year - 1980) << 9) | (month << 5) | day,
    hora: (hora << 11) | (minute << 5) | (second >> 1),
  };
}
