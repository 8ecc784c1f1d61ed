import { crc32 } from "node:zlib";

/** One file in a winmail.dat. */
export type TnefFile = { nome: string; bytes: Buffer };

const SIGNATURE = 0x223e9f78;
const KEY = 0x1a2b;
const LEVEL_MESSAGE = 1;
const LEVEL_ATTACHMENT = 2;
const ATT_TNEF_VERSION = 0x00089006;
const ATT_OEM_CODEPAGE = 0x00069007;
const ATT_MESSAGE_CLASS = 0x00078008;
const ATT_SUBJECT = 0x00018004;
const ATT_MAPI_PROPS = 0x00069003;
const ATT_REND_DATA = 0x00069002;
const ATT_TITLE = 0x00018010;
const ATT_DATA = 0x0006800f;
const ATT_MODIFY_DATE = 0x00038013;
const ATT_ATTACHMENT = 0x00069005;
const VERSION = 0x00010000;
const CODEPAGE = 1252;
/** PidTagAttachLongFilename as Unicode text. */
const LONG_FILENAME = 0x3707001f;
/** PidTagAttachMethod: by value. */
const ATTACH_METHOD = 0x37050003;
const BY_VALUE = 1;
/** PidTagRtfCompressed: the body in Outlook. */
const RTF_COMPRESSED = 0x10090102;
const RTF_UNCOMPRESSED = 0x414c454d;

/** Writes a winmail.dat as Outlook sends it to a presumed Outlook user: body in RTF, files with a short
 * and a long name.   @source MS-OXTNEF 2.1 to 2.3; MS-OXRTFCP 2.1.3.1 */
export function writeTnef(assunto: string, anexos: readonly TnefFile[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt32LE(SIGNATURE, 0);
  head.writeUInt16LE(KEY, 4);
  return Buffer.concat([
    head,
    attribute(LEVEL_MESSAGE, ATT_TNEF_VERSION, u32(VERSION)),
    attribute(LEVEL_MESSAGE, ATT_OEM_CODEPAGE, Buffer.concat([u32(CODEPAGE), u32(0)])),
    attribute(LEVEL_MESSAGE, ATT_MESSAGE_CLASS, text("IPM.Microsoft Mail.Note")),
    attribute(LEVEL_MESSAGE, ATT_SUBJECT, text(assunto)),
    attribute(LEVEL_MESSAGE, ATT_MAPI_PROPS, mapi([binaryProperty(RTF_COMPRESSED, writeRtf(assunto))])),
    ...anexos.flatMap(writeAnexo),
  ]);
}

function writeAnexo({ nome, bytes }: TnefFile): Buffer[] {
  const rend = Buffer.alloc(14);
  rend.writeUInt16LE(1, 0);
  rend.writeInt32LE(-1, 2);
  const date = Buffer.alloc(14);
  [2026, 11, 20, 12, 0, 0, 5].forEach((value, n) => {
    date.writeUInt16LE(value, n * 2);
  });
  const props = mapi([integerProperty(ATTACH_METHOD, BY_VALUE), textProperty(LONG_FILENAME, nome)]);
  return [
    attribute(LEVEL_ATTACHMENT, ATT_REND_DATA, rend),
    attribute(LEVEL_ATTACHMENT, ATT_MODIFY_DATE, date),
    attribute(LEVEL_ATTACHMENT, ATT_TITLE, text(shortName(nome))),
    attribute(LEVEL_ATTACHMENT, ATT_DATA, bytes),
    attribute(LEVEL_ATTACHMENT, ATT_ATTACHMENT, props),
  ];
}

function attribute(level: number, id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(level, 0);
  head.writeUInt32LE(id, 1);
  head.writeUInt32LE(data.length, 5);
  const sum = Buffer.alloc(2);
  sum.writeUInt16LE(
    data.reduce((total, byte) => (total + byte) & 0xffff, 0),
    0,
  );
  return Buffer.concat([head, data, sum]);
}

function mapi(properties: readonly Buffer[]): Buffer {
  return Buffer.concat([u32(properties.length), ...properties]);
}

function integerProperty(tag: number, value: number): Buffer {
  return Buffer.concat([u32(tag), u32(value)]);
}

function textProperty(tag: number, value: string): Buffer {
  return binaryProperty(tag, Buffer.from(`${value}\0`, "utf16le"));
}

function binaryProperty(tag: number, value: Buffer): Buffer {
  const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
  return Buffer.concat([u32(tag), u32(1), u32(value.length), value, padding]);
}

/** Writes uncompressed RTF with its header. */
function writeRtf(assunto: string): Buffer {
  const rtf = Buffer.from(`{\\rtf1\\ansi\\deff0 ${assunto}\\par Segue em anexo.\\par}`, "latin1");
  return Buffer.concat([u32(rtf.length + 12), u32(rtf.length), u32(RTF_UNCOMPRESSED), u32(0), rtf]);
}

/** The 8.3 name of DOS. */
function shortName(nome: string): string {
  const dot = nome.lastIndexOf(".");
  const stem = nome.slice(0, dot < 0 ? undefined : dot).replace(/[^A-Za-z0-9]/g, "");
  const checksum = (crc32(nome) % 9) + 1;
  return `${stem.slice(0, 6).toUpperCase()}~${checksum}${dot < 0 ? "" : nome.slice(dot, dot + 4).toUpperCase()}`;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`, "latin1");
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0, 0);
  return bytes;
}
