/** One attachment to write. */
export type WinmailAttachment = {
  nome: string;
  /** Null for an attachment by reference. */
  dados: Buffer | null;
  /** Written as MAPI property, as Outlook does when the title field is too short. */
  nomeLongo?: string;
  tipo?: string;
  /** The data are a TNEF themselves: an embedded message. */
  embutida?: boolean;
};

const MESSAGE = 1;
const ANEXO = 2;

/** Writes a winmail.dat.   @source MS-OXTNEF §2.1.3 */
export function writeTnef(
  anexos: readonly WinmailAttachment[],
  body?: { texto?: string; html?: string },
): Buffer {
  const head = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00]);
  const version = atributo(MESSAGE, 0x89006, Buffer.from([0, 0, 1, 0]));
  const codepage = atributo(MESSAGE, 0x69007, Buffer.from([0xe4, 4, 0, 0, 0, 0, 0, 0]));
  const bodies = [
    ...(body?.texto === undefined ? [] : [atributo(MESSAGE, 0x2800c, zero(body.texto))]),
    ...(body?.html === undefined
      ? []
      : [atributo(MESSAGE, 0x69003, propriedades([[0x1013, 0x102, Buffer.from(body.html)]]))]),
  ];
  return Buffer.concat([head, version, codepage, ...bodies, ...anexos.map(writeAnexo)]);
}

function writeAnexo({ nome, dados, nomeLongo, tipo, embutida }: WinmailAttachment): Buffer {
  const iid = Buffer.from("0703020000000000c000000000000046", "hex");
  const props: WinmailProperty[] = [
    [0x0e20, 0x3, Buffer.from([1, 2, 3, 4])],
    [0x8001, 0x1e, Buffer.from("nomeada\0")],
    ...(nomeLongo === undefined
      ? []
      : [[0x3707, 0x1f, Buffer.from(`${nomeLongo}\0`, "utf16le")] as WinmailProperty]),
    ...(tipo === undefined ? [] : [[0x370e, 0x1e, zero(tipo)] as WinmailProperty]),
    ...(embutida === true ? [[0x3701, 0xd, Buffer.concat([iid, dados ?? iid])] as WinmailProperty] : []),
    ...(dados === null ? [[0x3708, 0x1e, zero("\\\\servidor\\notas\\lote.zip")] as WinmailProperty] : []),
  ];
  return Buffer.concat([
    atributo(ANEXO, 0x69002, Buffer.alloc(14)),
    ...(embutida === true || dados === null ? [] : [atributo(ANEXO, 0x6800f, dados)]),
    atributo(ANEXO, 0x18010, zero(nome)),
    atributo(ANEXO, 0x69005, propriedades(props)),
  ]);
}

function zero(text: string): Buffer {
  return Buffer.from(`${text}\0`, "latin1");
}

function atributo(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(data.reduce((total, byte) => (total + byte) & 0xffff, 0));
  return Buffer.concat([head, data, sum]);
}

/** Id, type and value; ids from 0x8000 on get a name. */
type WinmailProperty = readonly [number, number, Buffer];

function propriedades(props: readonly WinmailProperty[]): Buffer {
  return Buffer.concat([u32(props.length), ...props.map(writePropriedade)]);
}

function writePropriedade([id, tipo, value]: WinmailProperty): Buffer {
  const tag = Buffer.alloc(4);
  tag.writeUInt16LE(tipo, 0);
  tag.writeUInt16LE(id, 2);
  const named =
    id >= 0x8000
      ? Buffer.concat([Buffer.alloc(16, 7), u32(1), u32(10), pad(Buffer.from("Cor\0\0", "utf16le"))])
      : Buffer.alloc(0);
  const isVariable = tipo === 0xd || tipo === 0x1e || tipo === 0x1f || tipo === 0x102;
  return Buffer.concat([tag, named, ...(isVariable ? [u32(1), u32(value.length)] : []), pad(value)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function pad(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
}
