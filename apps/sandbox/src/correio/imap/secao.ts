import { type No, readArvore } from "../arvore.ts";
import { findNo } from "./estrutura.ts";

/** A body section: of the whole message or of a part (`1.2`), complete or partial. */
export type Secao = { numeros: readonly number[]; pedaco: Pedaco };

type Pedaco =
  | { kind: "tudo" | "HEADER" | "TEXT" | "MIME" }
  | { kind: "campos"; nomes: readonly string[]; menos: boolean };

const SECAO =
  /^((?:[1-9][0-9]{0,5}\.)*[1-9][0-9]{0,5})?(?:(^|\.)(HEADER|TEXT|MIME|HEADER\.FIELDS(\.NOT)? \(([^()]+)\)))?$/;

/** Parses the content of the brackets, in upper case; null when malformed.   @source RFC 3501 §6.4.5 */
export function parseSecao(texto: string): Secao | null {
  const match = SECAO.exec(texto);
  if (!match) return null;
  const [, path = "", dot, piece, not, campos] = match;
  const numeros = path === "" ? [] : path.split(".").map(Number);
  if (piece === undefined) return { numeros, pedaco: { kind: "tudo" } };
  if ((path === "") !== (dot === "")) return null;
  if (piece === "MIME" && path === "") return null;
  if (piece === "HEADER" || piece === "TEXT" || piece === "MIME") return { numeros, pedaco: { kind: piece } };
  const nomes = (campos ?? "").split(/\s+/).map((nome) => nome.replace(/^"(.*)"$/, "$1"));
  return { numeros, pedaco: { kind: "campos", nomes, menos: not !== undefined } };
}

/** Whether the section is the whole message. */
export function isInteira({ numeros, pedaco }: Secao): boolean {
  return numeros.length === 0 && pedaco.kind === "tudo";
}

/** The bytes of a section; null when the message has no such part. */
export function cutSecao(raw: Buffer, secao: Secao): Buffer | null {
  if (secao.numeros.length === 0) return cutMensagem(raw, secao.pedaco);
  const no = findNo(readArvore(raw.toString("latin1")), secao.numeros);
  const text = no && cutNo(no, secao.pedaco);
  return text === null ? null : Buffer.from(text, "latin1");
}

function cutMensagem(raw: Buffer, pedaco: Pedaco): Buffer {
  if (pedaco.kind === "tudo") return raw;
  const { header, text } = splitMensagem(raw);
  if (pedaco.kind === "TEXT") return text;
  return pedaco.kind === "campos"
    ? Buffer.from(cutCampos(header.toString("latin1"), pedaco), "latin1")
    : header;
}

function cutNo(no: No, pedaco: Pedaco): string | null {
  if (pedaco.kind === "tudo") return no.corpo;
  if (pedaco.kind === "MIME") return no.cabecalho;
  const [message] = no.tipo === "message/rfc822" ? no.filhos : [];
  if (!message) return null;
  if (pedaco.kind === "campos") return cutCampos(message.cabecalho, pedaco);
  return pedaco.kind === "TEXT" ? message.corpo : message.cabecalho;
}

function cutCampos(cabecalho: string, { nomes, menos }: Extract<Pedaco, { kind: "campos" }>): string {
  const fields = cabecalho.match(/[^\r\n][^\n]*\n(?:[ \t][^\n]*\n)*/g) ?? [];
  const wanted = fields.filter((field) => {
    const nome = field.split(":", 1)[0]?.trim().toUpperCase() ?? "";
    return nomes.includes(nome) !== menos;
  });
  return `${wanted.join("")}\r\n`;
}

/** Splits header and text; the blank line belongs to the header. */
export function splitMensagem(raw: Buffer): { header: Buffer; text: Buffer } {
  const blank = raw.indexOf("\r\n\r\n");
  const end = raw.indexOf("\r\n") === 0 ? 2 : blank < 0 ? raw.length : blank + 4;
  return { header: raw.subarray(0, end), text: raw.subarray(end) };
}
