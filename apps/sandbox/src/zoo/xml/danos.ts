import { encodeTwice, reindentXml } from "../../scenarios/estragadas.ts";
import type { Mesa } from "../mesa.ts";

/** What can be read after damage: all of it ("inteiro"), the original, proved by its signature ("reparavel"),
 * the original perhaps ("talvez"), or nothing ("perdido": the part must report an error). */
export type Resto = "inteiro" | "reparavel" | "talvez" | "perdido";

/** Damage to the bytes of an XML in transit. `soUtf8`: only for text encoded in UTF-8. */
export type Dano = { resto: Resto; damage(bytes: Buffer, mesa: Mesa): Buffer; soUtf8?: true };

const WRAP_MAIL = 76;
const WRAP_SMTP = 998;

export const DANOS_XML: Readonly<Record<string, Dano>> = {
  nenhum: { resto: "inteiro", damage: (bytes) => bytes },
  reindentado: {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => Buffer.from(reindentXml(textOf(bytes))),
  },
  "linhas-entre-elementos-lf": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => breakTags(bytes, "\n"),
  },
  "linhas-entre-elementos-crlf": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => breakTags(bytes, "\r\n"),
  },
  "quebrado-entre-palavras-em-76": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => Buffer.from(wrapWords(textOf(bytes), WRAP_MAIL)),
  },
  "cortado-em-76-colunas": {
    resto: "talvez",
    soUtf8: true,
    damage: (bytes) => wrapColumns(bytes, WRAP_MAIL, "\r\n"),
  },
  "cortado-em-998-colunas": {
    resto: "talvez",
    soUtf8: true,
    damage: (bytes) => wrapColumns(bytes, WRAP_SMTP, "\r\n"),
  },
  "cortado-em-998-com-exclamacao": {
    resto: "talvez",
    soUtf8: true,
    // Old versions of sendmail wrapped long lines this way.
    damage: (bytes) => wrapColumns(bytes, WRAP_SMTP - 8, "!\r\n "),
  },
  "acentos-dobrados": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => encodeTwice(textOf(bytes)),
  },
  "declara-utf-8-e-e-latin1": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => Buffer.from(textOf(bytes), "latin1"),
  },
  "declara-latin1-e-e-utf-8": {
    resto: "reparavel",
    soUtf8: true,
    damage: (bytes) => Buffer.from(textOf(bytes).replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')),
  },
  "espacos-em-volta": {
    resto: "inteiro",
    soUtf8: true,
    damage: (bytes) => Buffer.concat([bytes, Buffer.from("\r\n\r\n   \r\n")]),
  },
  "linhas-em-branco-antes": {
    resto: "inteiro",
    soUtf8: true,
    damage: (bytes) => Buffer.concat([Buffer.from("\r\n\r\n"), bytes]),
  },
  "zeros-no-fim": {
    resto: "talvez",
    damage: (bytes) => Buffer.concat([bytes, Buffer.alloc(512 - (bytes.length % 512))]),
  },
  "texto-depois": {
    resto: "talvez",
    soUtf8: true,
    damage: (bytes) => Buffer.concat([bytes, Buffer.from("\r\n-- \r\nEnviado pelo Emissor Demo\r\n")]),
  },
  "texto-antes": {
    resto: "talvez",
    soUtf8: true,
    damage: (bytes) => Buffer.concat([Buffer.from("Segue o XML da nota:\r\n"), bytes]),
  },
  truncado: {
    resto: "perdido",
    damage: (bytes, { sorteio }) =>
      bytes.subarray(0, Math.floor((bytes.length * sorteio.integer(30, 90)) / 100)),
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
