import { type RecoveredPart, type ScanResult, scanRawMessage } from "../scan/raw-scan.ts";
import { trimBoundaries } from "./boundaries.ts";
import {
  cleanText,
  decodeBytes,
  LONE_SURROGATE,
  readAddress,
  readDate,
  readName,
  readText,
  readType,
} from "./header.ts";
import {
  BODY_MAX_BYTES,
  type MessageFault,
  type ParserOutput,
  type ParserPart,
  runParser,
} from "./parser.ts";
import type { Part } from "./part.ts";

/** A parsed message. Header texts are decoded, one line, at most 998 characters. */
export type ParsedMessage = {
  /** At most 250 characters. */
  messageId: string | null;
  assunto: string | null;
  /** "a@b" */
  remetente: string | null;
  remetenteNome: string | null;
  /** The first of To, Delivered-To, Cc. */
  destinatario: string | null;
  /** Null when the date is absent or invalid. */
  data: Date | null;
  corpoTexto: string | null;
  /** As sent and untrusted: sanitize before display. `cid:` links are kept. */
  corpoHtml: string | null;
  /** Documents pasted into the body. */
  colados: Uint8Array[];
  /** Its parts, then the parts that only the raw scan found. */
  partes: Part[];
  /** Null when read to the end; else the reason, and `partes` may be incomplete. */
  incompleta: MessageFault | null;
};

/** Characters of a Message-ID that are kept: at four bytes each they still fit an index. */
const MESSAGE_ID_MAX = 250;

/** A message has at least one of these headers; without any, the bytes are something else. */
const HEADERS = [
  "from",
  "to",
  "date",
  "subject",
  "message-id",
  "received",
  "return-path",
  "mime-version",
  "content-type",
];

/**
 * Parses a raw message and never throws on its content. `incompleta` is set when the result is not
 * complete; bytes that are not a message are `ilegivel`.
 */
export async function parseMessage(
  raw: Uint8Array,
): Promise<{ kind: "mensagem"; mensagem: ParsedMessage } | { kind: "ilegivel"; motivo: MessageFault }> {
  if (raw.length === 0) return { kind: "ilegivel", motivo: "vazia" };
  // Parser and raw scan read the same bytes: a forwarded message is located by comparing them.
  const bytes = trimBoundaries(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const output = await runParser(bytes);
  if (!HEADERS.some((key) => output.headers.has(key))) {
    return { kind: "ilegivel", motivo: output.falha ?? "sem-cabecalho" };
  }
  const shown = hasNoContent(output) ? showSource(output, bytes) : output;
  const { texto, html } = shown;
  const parts = shown.partes.map(({ anexo, bytes: own }) => ({ tipo: readType(anexo), bytes: own }));
  return {
    kind: "mensagem",
    mensagem: toParsedMessage(shown, scanRawMessage(bytes, { partes: parts, texto, html })),
  };
}

/** A multipart without parts: its boundary differs from the declared one. */
function hasNoContent({ headers, partes, texto, html, falha }: ParserOutput): boolean {
  const tipo = headers.get("content-type");
  const multipart = typeof tipo === "object" && "params" in tipo && /^multipart\//i.test(tipo.value);
  return multipart && falha === null && partes.length === 0 && texto === null && html === null;
}

/** Shows the source under the header instead of an empty message. */
function showSource(output: ParserOutput, raw: Buffer): ParserOutput {
  const blank = /\r?\n[ \t]*\r?\n/.exec(raw.toString("latin1"));
  const start = blank === null ? raw.length : blank.index + blank[0].length;
  const source = decodeBytes(raw.subarray(start, start + BODY_MAX_BYTES));
  return { ...output, texto: source.trim() === "" ? null : source, falha: "sem-partes" };
}

function toParsedMessage(output: ParserOutput, scanned: ScanResult): ParsedMessage {
  const { headers, headerLines, html } = output;
  const de = readAddress(headers, headerLines, ["from", "sender", "reply-to", "return-path"]);
  const para = readAddress(headers, headerLines, ["to", "delivered-to", "cc"]);
  const textBody = output.texto ?? (html === null ? namedBody(output.partes) : null);
  return {
    messageId: cleanText(readText(headers, headerLines, "message-id")?.slice(0, MESSAGE_ID_MAX)),
    assunto: readText(headers, headerLines, "subject"),
    remetente: de.address,
    remetenteNome: de.nome,
    destinatario: para.address,
    data: readDate(headerLines),
    corpoTexto: cleanBody(textBody),
    corpoHtml: cleanBody(html),
    colados: scanned.colados,
    partes: [
      ...output.partes.map((part, index) => toPart(part, { numero: index + 1, html: html ?? "" })),
      ...scanned.recovered.map((recovered, index) =>
        toRecoveredPart(recovered, output.partes.length + index + 1),
      ),
    ],
    incompleta: output.falha ?? (scanned.inteiro ? null : "resgate-parcial"),
  };
}

function toPart({ anexo, bytes }: ParserPart, place: { numero: number; html: string }): Part {
  const tipo = readType(anexo);
  const contentId = cleanText(anexo.cid);
  return {
    caminho: String(place.numero),
    nome: readName(anexo),
    tipo,
    embutida: tipo.startsWith("image/") && contentId !== null && isShown(anexo, contentId, place.html),
    contentId,
    bytes,
    origem: "anexo",
    escrita: null,
  };
}

function toRecoveredPart({ nome, bytes, escrita }: RecoveredPart, number: number): Part {
  const tipo = "application/octet-stream";
  const caminho = String(number);
  return { caminho, nome, tipo, embutida: false, contentId: null, bytes, origem: "resgate", escrita };
}

function isShown(anexo: ParserPart["anexo"], contentId: string, html: string): boolean {
  const related = anexo.related === true && anexo.contentDisposition !== "attachment";
  return related || html.includes(`cid:${contentId}`);
}

/**
 * Shows a named text as the body when it is the only text; some mailers name the body. The part is
 * kept too.
 */
function namedBody(parts: readonly ParserPart[]): string | null {
  const first = parts[0];
  if (first === undefined || readType(first.anexo) !== "text/plain") return null;
  if (first.anexo.contentDisposition === "attachment") return null;
  return decodeBytes(first.bytes);
}

/** @NOTE PostgreSQL rejects NUL in text. */
function cleanBody(text: string | null): string | null {
  if (text === null) return null;
  return text.replaceAll("\0", "").replace(LONE_SURROGATE, "\ufffd");
}
