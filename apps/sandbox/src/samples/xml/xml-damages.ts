import { encodeTwice, reindentXml } from "../../scenarios/damaged.ts";
import type { SampleContext } from "../sample-context.ts";

/** What can be read after damage: all of it ("inteiro"), the original, proved by its signature ("reparavel"),
 * the original perhaps ("talvez"), or nothing ("perdido": the part must report an error). */
export type DamageEffect = "inteiro" | "reparavel" | "talvez" | "perdido";

/** Damage to the bytes of an XML in transit. `onlyUtf8`: only for text encoded in UTF-8. */
export type XmlDamage = {
  effect: DamageEffect;
  damage(bytes: Buffer, context: SampleContext): Buffer;
  onlyUtf8?: true;
};

const WRAP_MAIL = 76;
const WRAP_SMTP = 998;

export const XML_DAMAGES: Readonly<Record<string, XmlDamage>> = {
  nenhum: { effect: "inteiro", damage: (bytes) => bytes },
  reindentado: {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => Buffer.from(reindentXml(textOf(bytes))),
  },
  "linhas-entre-elementos-lf": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => breakTags(bytes, "\n"),
  },
  "linhas-entre-elementos-crlf": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => breakTags(bytes, "\r\n"),
  },
  "quebrado-entre-palavras-em-76": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => Buffer.from(wrapWords(textOf(bytes), WRAP_MAIL)),
  },
  "cortado-em-76-colunas": {
    effect: "talvez",
    onlyUtf8: true,
    damage: (bytes) => wrapColumns(bytes, WRAP_MAIL, "\r\n"),
  },
  "cortado-em-998-colunas": {
    effect: "talvez",
    onlyUtf8: true,
    damage: (bytes) => wrapColumns(bytes, WRAP_SMTP, "\r\n"),
  },
  "cortado-em-998-com-exclamacao": {
    effect: "talvez",
    onlyUtf8: true,
    // Old versions of sendmail wrapped long lines this way.
    damage: (bytes) => wrapColumns(bytes, WRAP_SMTP - 8, "!\r\n "),
  },
  "acentos-dobrados": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => encodeTwice(textOf(bytes)),
  },
  "declara-utf-8-e-e-latin1": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => Buffer.from(textOf(bytes), "latin1"),
  },
  "declara-latin1-e-e-utf-8": {
    effect: "reparavel",
    onlyUtf8: true,
    damage: (bytes) => Buffer.from(textOf(bytes).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')),
  },
  "espacos-em-volta": {
    effect: "inteiro",
    onlyUtf8: true,
    damage: (bytes) => Buffer.concat([bytes, Buffer.from("\r\n\r\n   \r\n")]),
  },
  "linhas-em-branco-antes": {
    effect: "inteiro",
    onlyUtf8: true,
    damage: (bytes) => Buffer.concat([Buffer.from("\r\n\r\n"), bytes]),
  },
  "zeros-no-fim": {
    effect: "talvez",
    damage: (bytes) => Buffer.concat([bytes, Buffer.alloc(512 - (bytes.length % 512))]),
  },
  "texto-depois": {
    effect: "talvez",
    onlyUtf8: true,
    damage: (bytes) => Buffer.concat([bytes, Buffer.from("\r\n-- \r\nEnviado pelo Emissor Demo\r\n")]),
  },
  "texto-antes": {
    effect: "talvez",
    onlyUtf8: true,
    damage: (bytes) => Buffer.concat([Buffer.from("Segue o XML da nota:\r\n"), bytes]),
  },
  truncado: {
    effect: "perdido",
    damage: (bytes, { random }) =>
      bytes.subarray(0, Math.floor((bytes.length * random.integer(30, 90)) / 100)),
  },
};

function textOf(bytes: Buffer): string {
  return bytes.toString("utf8");
}

function breakTags(bytes: Buffer, eol: string): Buffer {
  return Buffer.from(textOf(bytes).replaceAll("><", `>${eol}<`));
}

/** Wraps lines at blanks inside values, as text editors do; words stay whole. */
function wrapWords(xml: string, width: number): string {
  let column = 0;
  return xml.replace(/(<[^>]*>)|( )|[^< ]+/g, (piece, tag: string | undefined, blank: string | undefined) => {
    if (tag === undefined && blank !== undefined && column > width) {
      column = 0;
      return "\r\n";
    }
    column += piece.length;
    return piece;
  });
}

/** Wraps lines at a fixed column, also inside words and tags. */
function wrapColumns(bytes: Buffer, width: number, eol: string): Buffer {
  const lines: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += width) {
    if (at > 0) lines.push(Buffer.from(eol));
    lines.push(bytes.subarray(at, at + width));
  }
  return Buffer.concat(lines);
}
