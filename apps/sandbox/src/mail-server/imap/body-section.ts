import { type MimeNode, parseMimeTree } from "../mime-tree.ts";
import { findPart } from "./body-structure.ts";

/** A body section: of the whole message or of a part (`1.2`), complete or partial. */
export type BodySection = { partNumbers: readonly number[]; part: SectionPart };

type SectionPart =
  | { kind: "tudo" | "HEADER" | "TEXT" | "MIME" }
  | { kind: "campos"; names: readonly string[]; exclude: boolean };

const SECTION =
  /^((?:[1-9][0-9]{0,5}\.)*[1-9][0-9]{0,5})?(?:(^|\.)(HEADER|TEXT|MIME|HEADER\.FIELDS(\.NOT)? \(([^()]+)\)))?$/;

/** Parses the content of the brackets, in upper case; null when malformed.   @source RFC 3501 §6.4.5 */
export function parseSection(texto: string): BodySection | null {
  const match = SECTION.exec(texto);
  if (!match) return null;
  const [, path = "", dot, piece, not, campos] = match;
  const partNumbers = path === "" ? [] : path.split(".").map(Number);
  if (piece === undefined) return { partNumbers, part: { kind: "tudo" } };
  if ((path === "") !== (dot === "")) return null;
  if (piece === "MIME" && path === "") return null;
  if (piece === "HEADER" || piece === "TEXT" || piece === "MIME")
    return { partNumbers, part: { kind: piece } };
  const names = (campos ?? "").split(/\s+/).map((nome) => nome.replace(/^"(.*)"$/, "$1"));
  return { partNumbers, part: { kind: "campos", names, exclude: not !== undefined } };
}

/** Whether the section is the whole message. */
export function isWholeMessage({ partNumbers, part }: BodySection): boolean {
  return partNumbers.length === 0 && part.kind === "tudo";
}

/** The bytes of a section; null when the message has no such part. */
export function cutSection(raw: Buffer, section: BodySection): Buffer | null {
  if (section.partNumbers.length === 0) return cutMessage(raw, section.part);
  const node = findPart(parseMimeTree(raw.toString("latin1")), section.partNumbers);
  const text = node && cutPart(node, section.part);
  return text === null ? null : Buffer.from(text, "latin1");
}

function cutMessage(raw: Buffer, part: SectionPart): Buffer {
  if (part.kind === "tudo") return raw;
  const { header, text } = splitMessage(raw);
  if (part.kind === "TEXT") return text;
  return part.kind === "campos" ? Buffer.from(cutFields(header.toString("latin1"), part), "latin1") : header;
}

function cutPart(node: MimeNode, part: SectionPart): string | null {
  if (part.kind === "tudo") return node.corpo;
  if (part.kind === "MIME") return node.cabecalho;
  const [message] = node.tipo === "message/rfc822" ? node.filhos : [];
  if (!message) return null;
  if (part.kind === "campos") return cutFields(message.cabecalho, part);
  return part.kind === "TEXT" ? message.corpo : message.cabecalho;
}

function cutFields(cabecalho: string, { names, exclude }: Extract<SectionPart, { kind: "campos" }>): string {
  const fields = cabecalho.match(/[^\r\n][^\n]*\n(?:[ \t][^\n]*\n)*/g) ?? [];
  const wanted = fields.filter((field) => {
    const nome = field.split(":", 1)[0]?.trim().toUpperCase() ?? "";
    return names.includes(nome) !== exclude;
  });
  return `${wanted.join("")}\r\n`;
}

/** Splits header and text; the blank line belongs to the header. */
export function splitMessage(raw: Buffer): { header: Buffer; text: Buffer } {
  const blank = raw.indexOf("\r\n\r\n");
  const end = raw.indexOf("\r\n") === 0 ? 2 : blank < 0 ? raw.length : blank + 4;
  return { header: raw.subarray(0, end), text: raw.subarray(end) };
}
