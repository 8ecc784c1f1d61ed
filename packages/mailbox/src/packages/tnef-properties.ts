import { decodeBytes } from "../mime/header.ts";

/** Properties by id: texts decoded, binaries and objects raw. Numbers and dates are left out. */
export type TnefProperties = ReadonlyMap<number, string | Buffer>;

/** Most properties of one message or attachment; Outlook writes about a hundred. */
const PROPERTIES_MAX = 5_000;
const VALUES_MAX = 5_000;

/** Size in bytes of each fixed-length type, before padding to four.   @source MS-OXCDATA §2.11.1 */
const FIXED_SIZES: Readonly<Record<number, number>> = {
  2: 2,
  3: 4,
  4: 4,
  5: 8,
  6: 8,
  7: 8,
  10: 4,
  11: 2,
  20: 8,
  64: 8,
  72: 16,
};
const STRING8 = 0x1e;
const UNICODE = 0x1f;
const OBJECT = 0x0d;
const BINARY = 0x102;
const MULTIPLE = 0x1000;
/** Ids from here on carry their own name. */
const FIRST_NAMED = 0x8000;

/**
 * Reads encapsulated MAPI properties up to the first damage.   @source MS-OXTNEF §2.1.3.4.4,
 * MsgPropertyList
 */
export function readProperties(data: Buffer, codepage: number): TnefProperties {
  const props = new Map<number, string | Buffer>();
  const reader: Cursor = { dados: data, at: 0 };
  const count = Math.min(readU32(reader) ?? 0, PROPERTIES_MAX);
  for (let n = 0; n < count; n += 1) {
    const tag = readU32(reader);
    if (tag === null) break;
    const [tipo, id] = [tag & 0xffff, tag >>> 16];
    if (id >= FIRST_NAMED && !skipName(reader)) break;
    const value = readValue(reader, tipo);
    if (value === null) break;
    const text = toText(value, { tipo: tipo & ~MULTIPLE, codepage });
    if (text !== null && !props.has(id)) props.set(id, text);
  }
  return props;
}

type Cursor = { dados: Buffer; at: number };

function readU32(reader: Cursor): number | null {
  if (reader.at + 4 > reader.dados.length) return null;
  reader.at += 4;
  return reader.dados.readUInt32LE(reader.at - 4);
}

/** Takes bytes padded to a multiple of four; the padding of the last value may be missing. */
function take(reader: Cursor, length: number): Buffer | null {
  if (reader.at + length > reader.dados.length) return null;
  const piece = reader.dados.subarray(reader.at, reader.at + length);
  reader.at = Math.min(reader.dados.length, reader.at + ((length + 3) & ~3));
  return piece;
}

/** Skips a GUID, then a number or a name. */
function skipName(reader: Cursor): boolean {
  if (take(reader, 16) === null) return false;
  const kind = readU32(reader);
  const length = readU32(reader);
  if (kind === null || length === null) return false;
  return kind === 0 || take(reader, length) !== null;
}

/** Reads the first value of a property; null when its end is unknown. */
function readValue(reader: Cursor, tipo: number): Buffer | null {
  const base = tipo & ~MULTIPLE;
  const fixo = FIXED_SIZES[base];
  const isVariable = base === STRING8 || base === UNICODE || base === OBJECT || base === BINARY;
  if (fixo === undefined && !isVariable) return null;
  const many = isVariable || (tipo & MULTIPLE) !== 0;
  const count = many ? readU32(reader) : 1;
  if (count === null || count > VALUES_MAX) return null;
  let first: Buffer = Buffer.alloc(0);
  for (let n = 0; n < count; n += 1) {
    const length = fixo ?? readU32(reader);
    const piece = length === null ? null : take(reader, length);
    if (piece === null) return null;
    if (n === 0) first = piece;
  }
  return first;
}

function toText(
  value: Buffer,
  { tipo, codepage }: { tipo: number; codepage: number },
): string | Buffer | null {
  if (tipo === BINARY || tipo === OBJECT) return value;
  if (tipo === UNICODE) return value.toString("utf16le").replace(/\0+$/, "");
  if (tipo !== STRING8) return null;
  const end = value.indexOf(0);
  const text = end === -1 ? value : value.subarray(0, end);
  const known = codepage >= 1250 && codepage <= 1258;
  return known ? new TextDecoder(`windows-${codepage}`).decode(text) : decodeBytes(text);
}
