import { crc32, deflateRawSync } from "node:zlib";

/** One entry to write; each claim is correct by default and may be overridden. */
export type ZipEntrySpec = {
  nome: string | Buffer;
  dados: Buffer | string;
  guardado?: boolean;
  /** Claimed inflated size. */
  inflado?: number;
  /** Claimed compressed size. */
  comprimido?: number;
  crc?: number;
  metodo?: number;
  flags?: number;
  /** Unix mode, as a Unix tool writes it. */
  modo?: number;
  /** Offset of another entry's local header, to share its bytes. */
  inicio?: number;
  zip64?: boolean;
};

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const MAX32 = 0xffffffff;

type ZipFields = {
  nome: Buffer;
  raw: Buffer;
  comprimido: number;
  inflado: number;
  crc: number;
  metodo: number;
  flags: number;
};

function toFields(entry: ZipEntrySpec): ZipFields {
  const data = Buffer.from(entry.dados);
  const raw = entry.guardado === true ? data : deflateRawSync(data);
  return {
    nome: Buffer.from(entry.nome),
    raw,
    comprimido: entry.comprimido ?? raw.length,
    inflado: entry.inflado ?? data.length,
    crc: entry.crc ?? crc32(data),
    metodo: entry.metodo ?? (entry.guardado === true ? 0 : 8),
    flags: entry.flags ?? 0,
  };
}

function writeLocal(fields: ZipFields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(fields.flags, 6);
  header.writeUInt16LE(fields.metodo, 8);
  header.writeUInt32LE(fields.crc, 14);
  header.writeUInt32LE(Math.min(fields.comprimido, MAX32), 18);
  header.writeUInt32LE(Math.min(fields.inflado, MAX32), 22);
  header.writeUInt16LE(fields.nome.length, 26);
  return Buffer.concat([header, fields.nome, fields.raw]);
}

function writeCentral(fields: ZipFields, entry: ZipEntrySpec, start: number): Buffer {
  const header = Buffer.alloc(46);
  const extra = entry.zip64 === true ? Buffer.alloc(20) : Buffer.alloc(0);
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(fields.inflado), 4);
    extra.writeBigUInt64LE(BigInt(fields.comprimido), 12);
  }
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(entry.modo === undefined ? 20 : 0x0314, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(fields.flags, 8);
  header.writeUInt16LE(fields.metodo, 10);
  header.writeUInt32LE(fields.crc, 16);
  header.writeUInt32LE(entry.zip64 === true ? MAX32 : fields.comprimido, 20);
  header.writeUInt32LE(entry.zip64 === true ? MAX32 : fields.inflado, 24);
  header.writeUInt16LE(fields.nome.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(((entry.modo ?? 0) << 16) >>> 0, 38);
  header.writeUInt32LE(entry.inicio ?? start, 42);
  return Buffer.concat([header, fields.nome, extra]);
}

/** Writes a ZIP, also with false claims. @source PKWARE APPNOTE 6.3.10 §4.3 */
export function writeZip(entries: readonly ZipEntrySpec[], total = entries.length): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const fields = toFields(entry);
    centrals.push(writeCentral(fields, entry, offset));
    if (entry.inicio !== undefined) continue;
    const local = writeLocal(fields);
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(Math.min(total, 0xffff), 8);
  end.writeUInt16LE(Math.min(total, 0xffff), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, index, end]);
}
