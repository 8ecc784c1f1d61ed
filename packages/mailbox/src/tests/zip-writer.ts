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
const FIM = 0x06054b50;
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

function toCampos(entrada: ZipEntrySpec): ZipFields {
  const data = Buffer.from(entrada.dados);
  const raw = entrada.guardado === true ? data : deflateRawSync(data);
  return {
    nome: Buffer.from(entrada.nome),
    raw,
    comprimido: entrada.comprimido ?? raw.length,
    inflado: entrada.inflado ?? data.length,
    crc: entrada.crc ?? crc32(data),
    metodo: entrada.metodo ?? (entrada.guardado === true ? 0 : 8),
    flags: entrada.flags ?? 0,
  };
}

function writeLocal(campos: ZipFields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(campos.flags, 6);
  header.writeUInt16LE(campos.metodo, 8);
  header.writeUInt32LE(campos.crc, 14);
  header.writeUInt32LE(Math.min(campos.comprimido, MAX32), 18);
  header.writeUInt32LE(Math.min(campos.inflado, MAX32), 22);
  header.writeUInt16LE(campos.nome.length, 26);
  return Buffer.concat([header, campos.nome, campos.raw]);
}

function writeCentral(campos: ZipFields, entrada: ZipEntrySpec, inicio: number): Buffer {
  const header = Buffer.alloc(46);
  const extra = entrada.zip64 === true ? Buffer.alloc(20) : Buffer.alloc(0);
  if (extra.length > 0) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(16, 2);
    extra.writeBigUInt64LE(BigInt(campos.inflado), 4);
    extra.writeBigUInt64LE(BigInt(campos.comprimido), 12);
  }
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE(entrada.modo === undefined ? 20 : 0x0314, 4);
  header.writeUInt16LE(20, 6);
  header.writeUInt16LE(campos.flags, 8);
  header.writeUInt16LE(campos.metodo, 10);
  header.writeUInt32LE(campos.crc, 16);
  header.writeUInt32LE(entrada.zip64 === true ? MAX32 : campos.comprimido, 20);
  header.writeUInt32LE(entrada.zip64 === true ? MAX32 : campos.inflado, 24);
  header.writeUInt16LE(campos.nome.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(((entrada.modo ?? 0) << 16) >>> 0, 38);
  header.writeUInt32LE(entrada.inicio ?? inicio, 42);
  return Buffer.concat([header, campos.nome, extra]);
}

/** Writes a ZIP, also with false claims. @source PKWARE APPNOTE 6.3.10 §4.3 */
export function writeZip(entradas: readonly ZipEntrySpec[], total = entradas.length): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entrada of entradas) {
    const campos = toCampos(entrada);
    centrals.push(writeCentral(campos, entrada, offset));
    if (entrada.inicio !== undefined) continue;
    const local = writeLocal(campos);
    locals.push(local);
    offset += local.length;
  }
  const index = Buffer.concat(centrals);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(FIM, 0);
  end.writeUInt16LE(Math.min(total, 0xffff), 8);
  end.writeUInt16LE(Math.min(total, 0xffff), 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, index, end]);
}
