import { hearTestemunha, type Resgate, type Testemunho } from "../scan/raw-scan.ts";
import { trimBoundaries } from "./boundaries.ts";
import {
  cleanText,
  decodeBytes,
  MEIO_CARACTERE,
  readAddress,
  readData,
  readNome,
  readText,
  readTipo,
} from "./header.ts";
import {
  CORPO_MAX_BYTES,
  type Colheita,
  collectPartes,
  type MotivoMensagem,
  type ParteColhida,
} from "./parser.ts";
import type { ParteLida } from "./part.ts";

/** A parsed message. Header texts are decoded, one line, at most 998 characters. */
export type MensagemLida = {
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
  partes: ParteLida[];
  /** Null when read to the end; else the reason, and `partes` may be incomplete. */
  incompleta: MotivoMensagem | null;
};

/** Characters of a Message-ID that are kept: at four bytes each they still fit an index. */
const MESSAGE_ID_MAX = 250;

/** A message has at least one of these headers; without any, the bytes are something else. */
const CABECALHOS = [
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
export async function splitMensagem(
  raw: Uint8Array,
): Promise<{ kind: "mensagem"; mensagem: MensagemLida } | { kind: "ilegivel"; motivo: MotivoMensagem }> {
  if (raw.length === 0) return { kind: "ilegivel", motivo: "vazia" };
  // Parser and raw scan read the same bytes: a forwarded message is located by comparing them.
  const bytes = trimBoundaries(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength));
  const colheita = await collectPartes(bytes);
  if (!CABECALHOS.some((key) => colheita.headers.has(key))) {
    return { kind: "ilegivel", motivo: colheita.falha ?? "sem-cabecalho" };
  }
  const shown = isHollow(colheita) ? showSource(colheita, bytes) : colheita;
  const { texto, html } = shown;
  const partes = shown.partes.map(({ anexo, bytes: own }) => ({ tipo: readTipo(anexo), bytes: own }));
  return { kind: "mensagem", mensagem: toMensagem(shown, hearTestemunha(bytes, { partes, texto, html })) };
}

/** A multipart without parts: its boundary differs from the declared one. */
function isHollow({ headers, partes, texto, html, falha }: Colheita): boolean {
  const tipo = headers.get("content-type");
  const multipart = typeof tipo === "object" && "params" in tipo && /^multipart\//i.test(tipo.value);
  return multipart && falha === null && partes.length === 0 && texto === null && html === null;
}

/** Shows the source under the header instead of an empty message. */
function showSource(colheita: Colheita, raw: Buffer): Colheita {
  const blank = /\r?\n[ \t]*\r?\n/.exec(raw.toString("latin1"));
  const start = blank === null ? raw.length : blank.index + blank[0].length;
  const source = decodeBytes(raw.subarray(start, start + CORPO_MAX_BYTES));
  return { ...colheita, texto: source.trim() === "" ? null : source, falha: "sem-partes" };
}

function toMensagem(colheita: Colheita, testemunho: Testemunho): MensagemLida {
  const { headers, headerLines, html } = colheita;
  const de = readAddress(headers, headerLines, ["from", "sender", "reply-to", "return-path"]);
  const para = readAddress(headers, headerLines, ["to", "delivered-to", "cc"]);
  const corpoTexto = colheita.texto ?? (html === null ? namedBody(colheita.partes) : null);
  return {
    messageId: cleanText(readText(headers, headerLines, "message-id")?.slice(0, MESSAGE_ID_MAX)),
    assunto: readText(headers, headerLines, "subject"),
    remetente: de.endereco,
    remetenteNome: de.nome,
    destinatario: para.endereco,
    data: readData(headerLines),
    corpoTexto: cleanBody(corpoTexto),
    corpoHtml: cleanBody(html),
    colados: testemunho.colados,
    partes: [
      ...colheita.partes.map((parte, index) => toParte(parte, { numero: index + 1, html: html ?? "" })),
      ...testemunho.resgates.map((resgate, index) =>
        toResgatada(resgate, colheita.partes.length + index + 1),
      ),
    ],
    incompleta: colheita.falha ?? (testemunho.inteiro ? null : "resgate-parcial"),
  };
}

function toParte({ anexo, bytes }: ParteColhida, lugar: { numero: number; html: string }): ParteLida {
  const tipo = readTipo(anexo);
  const contentId = cleanText(anexo.cid);
  return {
    caminho: String(lugar.numero),
    nome: readNome(anexo),
    tipo,
    embutida: tipo.startsWith("image/") && contentId !== null && isShown(anexo, contentId, lugar.html),
    contentId,
    bytes,
    origem: "anexo",
    escrita: null,
  };
}

function toResgatada({ nome, bytes, escrita }: Resgate, numero: number): ParteLida {
  const tipo = "application/octet-stream";
  const caminho = String(numero);
  return { caminho, nome, tipo, embutida: false, contentId: null, bytes, origem: "resgate", escrita };
}

function isShown(anexo: ParteColhida["anexo"], contentId: string, html: string): boolean {
  const related = anexo.related === true && anexo.contentDisposition !== "attachment";
  return related || html.includes(`cid:${contentId}`);
}

/**
 * Shows a named text as the body when it is the only text; some mailers name the body. The part is
 * kept too.
 */
function namedBody(partes: readonly ParteColhida[]): string | null {
  const first = partes[0];
  if (first === undefined || readTipo(first.anexo) !== "text/plain") return null;
  if (first.anexo.contentDisposition === "attachment") return null;
  return decodeBytes(first.bytes);
}

/** @NOTE PostgreSQL rejects NUL in text. */
function cleanBody(text: string | null): string | null {
  if (text === null) return null;
  return text.replaceAll("\0", "").replace(MEIO_CARACTERE, "\ufffd");
}
