import { decodeBytes } from "../mime/header.ts";

/** Properties by id: texts decoded, binaries and objects raw. Numbers and dates are left out. */
export type Propriedades = ReadonlyMap<number, string | Buffer>;

/** Most properties of one message or attachment; Outlook writes about a hundred. */
const PROPRIEDADES_MAX = 5_000;
const VALORES_MAX = 5_000;

/** Size in bytes of each fixed-length type, before padding to four.   @source MS-OXCDATA §2.11.1 */
const FIXOS: Readonly<Record<number, number>> = {
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
const OBJETO = 0x0d;
const BINARIO = 0x102;
const VARIAS = 0x1000;
/** Ids from here on carry their own name. */
const NOMEADAS = 0x8000;

/**
 * Reads encapsulated MAPI properties up to the first damage.   @source MS-OXTNEF §2.1.3.4.4,
 * MsgPropertyList
 */
export function readPropriedades(dados: Buffer, codepage: number): Propriedades {
  const props = new Map<number, string | Buffer>();
  const leitor: Leitor = { dados, at: 0 };
  const count = Math.min(readU32(leitor) ?? 0, PROPRIEDADES_MAX);
  for (let n = 0; n < count; n += 1) {
    const tag = readU32(leitor);
    if (tag === null) break;
    const [tipo, id] = [tag & 0xffff, tag >>> 16];
    if (id >= NOMEADAS && !skipNome(leitor)) break;
    const value = readValor(leitor, tipo);
    if (value === null) break;
    const text = toTexto(value, { tipo: tipo & ~VARIAS, codepage });
    if (text !== null && !props.has(id)) props.set(id, text);
  }
  return props;
}

type Leitor = { dados: Buffer; at: number };

function readU32(leitor: Leitor): number | null {
  if (leitor.at + 4 > leitor.dados.length) return null;
  leitor.at += 4;
  return leitor.dados.readUInt32LE(leitor.at - 4);
}

/** Takes bytes padded to a multiple of four; the padding of the last value may be missing. */
function take(leitor: Leitor, length: number): Buffer | null {
  if (leitor.at + length > leitor.dados.length) return null;
  const piece = leitor.dados.subarray(leitor.at, leitor.at + length);
  leitor.at = Math.min(leitor.dados.length, leitor.at + ((length + 3) & ~3));
  return piece;
}

/** Skips a GUID, then a number or a name. */
function skipNome(leitor: Leitor): boolean {
  if (take(leitor, 16) === null) return false;
  const kind = readU32(leitor);
  const length = readU32(leitor);
  if (kind === null || length === null) return false;
  return kind === 0 || take(leitor, length) !== null;
}

/** Reads the first value of a property; null when its end is unknown. */
function readValor(leitor: Leitor, tipo: number): Buffer | null {
  const base = tipo & ~VARIAS;
  const fixo = FIXOS[base];
  const isVariable = base === STRING8 || base === UNICODE || base === OBJETO || base === BINARIO;
  if (fixo === undefined && !isVariable) return null;
  const many = isVariable || (tipo & VARIAS) !== 0;
  const count = many ? readU32(leitor) : 1;
  if (count === null || count > VALORES_MAX) return null;
  let first: Buffer = Buffer.alloc(0);
  for (let n = 0; n < count; n += 1) {
    const length = fixo ?? readU32(leitor);
    const piece = length === null ? null : take(leitor, length);
    if (piece === null) return null;
    if (n === 0) first = piece;
  }
  return first;
}

function toTexto(
  value: Buffer,
  { tipo, codepage }: { tipo: number; codepage: number },
): string | Buffer | null {
  if (tipo === BINARIO || tipo === OBJETO) return value;
  if (tipo === UNICODE) return value.toString("utf16le").replace(/\0+$/, "");
  if (tipo !== STRING8) return null;
  const end = value.indexOf(0);
  const text = end === -1 ? value : value.subarray(0, end);
  const known = codepage >= 1250 && codepage <= 1258;
  return known ? new TextDecoder(`windows-${codepage}`).decode(text) : decodeBytes(text);
}
