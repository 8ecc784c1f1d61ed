import { cleanText, decodeBytes } from "../mime/header.ts";
import { readProperties, type TnefProperties } from "./tnef-properties.ts";

/** One attachment of a winmail.dat; an embedded message is TNEF itself. */
export type TnefAttachment = { nome: string | null; tipo: string; bytes: Buffer };

/**
 * A parsed winmail.dat. `inteiro` is false when it is truncated; `faltam` counts declared
 * attachments without bytes.
 */
export type Tnef = {
  texto: string | null;
  html: string | null;
  anexos: TnefAttachment[];
  faltam: number;
  inteiro: boolean;
};

const SIGNATURE_BYTES = 6;
const ATTRIBUTE_HEADER_BYTES = 9;
const CHECKSUM_BYTES = 2;
/** Most attributes read from one file; Outlook writes some tens, and a few per attachment. */
const ATTRIBUTES_MAX = 20_000;

/** Attribute ids.   @source MS-OXTNEF §2.1.3.4 */
const ATT_BODY = 0x2800c;
const ATT_MSG_PROPS = 0x69003;
const ATT_RENDDATA = 0x69002;
const ATT_TITLE = 0x18010;
const ATT_DATA = 0x6800f;
const ATT_ATTACHMENT = 0x69005;
const ATT_CODEPAGE = 0x69007;

/** Property ids.   @source MS-OXPROPS */
const PR_BODY = 0x1000;
const PR_BODY_HTML = 0x1013;
const PR_LONG_FILENAME = 0x3707;
const PR_FILENAME = 0x3704;
const PR_DISPLAY_NAME = 0x3001;
const PR_MIME_TAG = 0x370e;
const PR_DATA = 0x3701;

/** Length of the interface id before an embedded message.   @source MS-OXTNEF §2.1.3.4.15 */
const IID_BYTES = 16;
const SIGNATURE = Buffer.from([0x78, 0x9f, 0x3e, 0x22]);

type RawAttachment = { titulo: string | null; dados: Buffer | null; props: TnefProperties };

/**
 * Reads a winmail.dat up to the first damage: its attachments, and the bodies, which may contain
 * pasted documents.
 * @source MS-OXTNEF §2.1
 */
export function openTnef(bytes: Buffer): Tnef {
  let texto: string | null = null;
  let html: string | null = null;
  const anexos: RawAttachment[] = [];
  let codepage = 1252;
  let at = SIGNATURE_BYTES;
  for (let n = 0; at < bytes.length; n += 1) {
    const atributo = n < ATTRIBUTES_MAX ? readAttribute(bytes, at) : null;
    if (atributo === null) break;
    at = atributo.fim;
    const { id, dados } = atributo;
    if (id === ATT_RENDDATA) anexos.push({ titulo: null, dados: null, props: new Map() });
    else if (id === ATT_CODEPAGE && dados.length >= 4) codepage = dados.readUInt32LE(0);
    else if (id === ATT_BODY) texto ??= readText(dados, codepage);
    else if (id === ATT_MSG_PROPS) {
      const props = readProperties(dados, codepage);
      texto ??= textOf(props.get(PR_BODY));
      html ??= textOf(props.get(PR_BODY_HTML));
    } else addToAttachment(anexos.at(-1), { id, dados, codepage });
  }
  const itens = anexos.map(toItem).filter((item) => item !== null);
  return { texto, html, anexos: itens, faltam: anexos.length - itens.length, inteiro: at === bytes.length };
}

/** Layout: level (1), id (4), length (4), data, checksum (2); null when it exceeds the file. */
function readAttribute(bytes: Buffer, at: number): { id: number; dados: Buffer; fim: number } | null {
  if (at + ATTRIBUTE_HEADER_BYTES > bytes.length) return null;
  const start = at + ATTRIBUTE_HEADER_BYTES;
  const length = bytes.readUInt32LE(at + 5);
  const fim = start + length + CHECKSUM_BYTES;
  if (fim > bytes.length) return null;
  return { id: bytes.readUInt32LE(at + 1), dados: bytes.subarray(start, start + length), fim };
}

type TnefAttribute = { id: number; dados: Buffer; codepage: number };

function addToAttachment(anexo: RawAttachment | undefined, { id, dados, codepage }: TnefAttribute): void {
  if (anexo === undefined) return;
  if (id === ATT_TITLE) anexo.titulo = readText(dados, codepage);
  else if (id === ATT_DATA) anexo.dados = dados;
  else if (id === ATT_ATTACHMENT) anexo.props = readProperties(dados, codepage);
}

/** Null for an attachment by reference, or with damaged properties. */
function toItem({ titulo, dados, props }: RawAttachment): TnefAttachment | null {
  const objeto = props.get(PR_DATA);
  const bytes = dados ?? (Buffer.isBuffer(objeto) ? skipIid(objeto) : null);
  if (bytes === null) return null;
  const named = [PR_LONG_FILENAME, PR_FILENAME, PR_DISPLAY_NAME].map((id) => props.get(id));
  const nome = cleanText(named.map(textOf).find(Boolean) ?? titulo);
  const tipo = textOf(props.get(PR_MIME_TAG))?.toLowerCase() ?? "";
  return { nome, tipo: /^[\w.+-]+\/[\w.+-]+$/.test(tipo) ? tipo : "application/octet-stream", bytes };
}

function skipIid(objeto: Buffer): Buffer {
  const inside = objeto.subarray(IID_BYTES);
  return inside.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? inside : objeto;
}

function textOf(value: string | Buffer | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : decodeBytes(value);
}

function readText(data: Buffer, codepage: number): string {
  const end = data.indexOf(0);
  return decodeCodepage(end === -1 ? data : data.subarray(0, end), codepage);
}

/** Decodes text of a code page; an unknown one is read as UTF-8 or Windows-1252. */
function decodeCodepage(bytes: Buffer, codepage: number): string {
  if (codepage === 65_001 || codepage < 1250 || codepage > 1258) return decodeBytes(bytes);
  return new TextDecoder(`windows-${codepage}`).decode(bytes);
}
