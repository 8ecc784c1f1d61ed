import { crc32, deflateRawSync } from "node:zlib";

/** One entry of a ZIP; the name of a folder ends in "/", and it has no bytes. */
export type ZipEntry = {
  nome: string | Buffer;
  bytes: Buffer;
  /** Stored, not deflated. */
  stored?: true;
  /** Sizes and CRC follow the data, as in streamed ZIPs of Java and .NET. */
  streamed?: true;
  /** Flagged as encrypted. */
  encrypted?: true;
};

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const FLAG_ENCRYPTED = 1;
const FLAG_STREAM = 1 << 3;
const FLAG_UTF8 = 1 << 11;
const DEFLATED = 8;
/** 2026-11-20, 12:00, in MS-DOS format. */
const DOS_DATE = ((2026 - 1980) << 9) | (11 << 5) | 20;
const DOS_TIME = 12 << 11;

type WrittenEntry = { head: Buffer; nome: Buffer; data: Buffer; tail: Buffer };

/** Writes a ZIP.   @source APPNOTE.TXT 6.3.10 */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { head, nome, data, tail } = writeEntry(entry);
    const local = Buffer.concat([u32(LOCAL), entry.streamed ? hideSizes(head) : head, nome, data, tail]);
    locals.push(local);
    centrals.push(writeCentral({ head, nome, offset }));
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

/** Writes an entry; `head` has the 26 bytes, from the version on, that both headers share. */
function writeEntry({ nome, bytes, stored, streamed, encrypted }: ZipEntry): WrittenEntry {
  const name = Buffer.from(nome);
  const raw = stored || bytes.length === 0 ? bytes : deflateRawSync(bytes);
  // Encrypted data is noise with a header of 12 bytes.
  const data = encrypted ? Buffer.concat([Buffer.alloc(12, 0xa7), raw.map((byte) => byte ^ 0x5c)]) : raw;
  const utf8 = typeof nome === "string" ? FLAG_UTF8 : 0;
  const head = Buffer.alloc(26);
  head.writeUInt16LE(VERSION, 0);
  head.writeUInt16LE(utf8 | (streamed ? FLAG_STREAM : 0) | (encrypted ? FLAG_ENCRYPTED : 0), 2);
  head.writeUInt16LE(stored || bytes.length === 0 ? 0 : DEFLATED, 4);
  head.writeUInt16LE(DOS_TIME, 6);
  head.writeUInt16LE(DOS_DATE, 8);
  head.writeUInt32LE(crc32(bytes), 10);
  head.writeUInt32LE(data.length, 14);
  head.writeUInt32LE(bytes.length, 18);
  head.writeUInt16LE(name.length, 22);
  const tail = streamed ? Buffer.concat([u32(DESCRIPTOR), head.subarray(10, 22)]) : Buffer.alloc(0);
  return { head, nome: name, data, tail };
}

function hideSizes(head: Buffer): Buffer {
  const hidden = Buffer.from(head);
  hidden.fill(0, 10, 22);
  return hidden;
}

function writeCentral({ head, nome, offset }: { head: Buffer; nome: Buffer; offset: number }): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const version = Buffer.alloc(2);
  version.writeUInt16LE(VERSION, 0);
  return Buffer.concat([u32(CENTRAL), version, head, rest, nome]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}
