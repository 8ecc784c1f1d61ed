import type { SampleContext } from "../sample-context.ts";

/** Damage to a whole message in transit. `effect`: all of it is readable ("inteiro"), only its documents,
 * as text in the raw bytes ("documentos"), or some may be lost and must be reported ("talvez"). */
export type MessageDamage = {
  effect: "inteiro" | "documentos" | "talvez";
  damage(raw: Buffer, context: SampleContext): Buffer;
};

export const MESSAGE_DAMAGES: Readonly<Record<string, MessageDamage>> = {
  nenhum: { effect: "inteiro", damage: (raw) => raw },
  "sem-limite-final": { effect: "inteiro", damage: (raw) => withText(raw, dropFinalBoundaries) },
  "limite-com-espacos": {
    effect: "inteiro",
    damage: (raw) => withText(raw, (text) => mapBoundaries(text, (line) => `${line}  `)),
  },
  "limite-errado": {
    effect: "talvez",
    damage: (raw) => withText(raw, (text) => text.replace(BOUNDARY, 'boundary="outro-limite"')),
  },
  "limite-errado-em-texto": {
    effect: "documentos",
    damage: (raw) => withText(raw, (text) => text.replace(BOUNDARY, 'boundary="outro-limite"')),
  },
  "cortada-no-meio": {
    effect: "talvez",
    damage: (raw, { random }) => raw.subarray(0, Math.floor((raw.length * random.integer(40, 95)) / 100)),
  },
  "fins-de-linha-misturados": {
    effect: "inteiro",
    damage: (raw, { random }) =>
      withText(raw, (text) => text.replace(/\r\n/g, () => (random.integer(1, 2) === 1 ? "\n" : "\r\n"))),
  },
  "linha-de-mbox": {
    effect: "inteiro",
    damage: (raw) =>
      Buffer.concat([Buffer.from("From nfe@fornecedor.example Fri Nov 20 12:00:00 2026\r\n"), raw]),
  },
  "cabecalho-sem-dois-pontos": {
    effect: "inteiro",
    damage: (raw) =>
      withText(raw, (text) => text.replace(/^(Subject|To):/m, "X-Lixo sem dois pontos\r\n$1:")),
  },
  "zeros-no-cabecalho": {
    effect: "inteiro",
    damage: (raw) => withText(raw, (text) => text.replace(/^To:/m, "X-Zeros: a\0b\0\r\nTo:")),
  },
  "tipo-repetido": {
    effect: "inteiro",
    damage: (raw) =>
      withText(raw, (text) => text.replace(/^Content-Type: multipart[^\n]*\r?\n(?:[ \t][^\n]*\n)*/m, "$&$&")),
  },
  "texto-depois-do-fim": {
    effect: "inteiro",
    damage: (raw) =>
      Buffer.concat([
        raw,
        Buffer.from("\r\n-- \r\nVerificado por antivírus. Nenhuma ameaça encontrada.\r\n"),
      ]),
  },
  "cabecalhos-de-entrega": {
    effect: "inteiro",
    damage: (raw) => {
      const hop = (n: number): string =>
        `Received: from mx${n}.sandbox.example (mx${n}.sandbox.example [192.0.2.${n}])\r\n\tby mx${n + 1}.sandbox.example; Fri, 20 Nov 2026 09:00:0${n % 10} -0300\r\n`;
      const hops = Array.from({ length: 40 }, (_, n) => hop(n)).join("");
      return Buffer.concat([Buffer.from(`Return-Path: <>\r\n${hops}`), raw]);
    },
  },
};

const BOUNDARY = /boundary="[^"]*"/;

function withText(raw: Buffer, change: (text: string) => string): Buffer {
  return Buffer.from(change(raw.toString("latin1")), "latin1");
}

function boundariesOf(text: string): string[] {
  return Array.from(text.matchAll(/boundary="([^"]*)"/g), ([, boundary = ""]) => boundary);
}

function dropFinalBoundaries(text: string): string {
  return boundariesOf(text).reduce((rest, boundary) => rest.replaceAll(`--${boundary}--`, ""), text);
}

function mapBoundaries(text: string, change: (line: string) => string): string {
  return boundariesOf(text).reduce(
    (rest, boundary) =>
      rest
        .split("\n")
        .map((line) => {
          const bare = line.replace(/\r$/, "");
          return bare === `--${boundary}` || bare === `--${boundary}--`
            ? line.replace(bare, () => change(bare))
            : line;
        })
        .join("\n"),
    text,
  );
}
