import type { Mesa } from "../mesa.ts";

/** Damage to a whole message in transit. `resto`: all of it is readable ("inteiro"), only its documents,
 * as text in the raw bytes ("documentos"), or some may be lost and must be reported ("talvez"). */
export type Acidente = {
  resto: "inteiro" | "documentos" | "talvez";
  damage(raw: Buffer, mesa: Mesa): Buffer;
};

export const ACIDENTES: Readonly<Record<string, Acidente>> = {
  nenhum: { resto: "inteiro", damage: (raw) => raw },
  "sem-limite-final": { resto: "inteiro", damage: (raw) => withText(raw, dropFinalLimites) },
  "limite-com-espacos": {
    resto: "inteiro",
    damage: (raw) => withText(raw, (text) => eachLimite(text, (line) => `${line}  `)),
  },
  "limite-errado": {
    resto: "talvez",
    damage: (raw) => withText(raw, (text) => text.replace(BOUNDARY, 'boundary="outro-limite"')),
  },
  "limite-errado-em-texto": {
    resto: "documentos",
    damage: (raw) => withText(raw, (text) => text.replace(BOUNDARY, 'boundary="outro-limite"')),
  },
  "cortada-no-meio": {
    resto: "talvez",
    damage: (raw, { sorteio }) => raw.subarray(0, Math.floor((raw.length * sorteio.integer(40, 95)) / 100)),
  },
  "fins-de-linha-misturados": {
    resto: "inteiro",
    damage: (raw, { sorteio }) =>
      withText(raw, (text) => text.replace(/\r\n/g, () => (sorteio.integer(1, 2) === 1 ? "\n" : "\r\n"))),
  },
  "linha-de-mbox": {
    resto: "inteiro",
    damage: (raw) =>
      Buffer.concat([Buffer.from("From nfe@fornecedor.example Fri Nov 20 12:00:00 2026\r\n"), raw]),
  },
  "cabecalho-sem-dois-pontos": {
    resto: "inteiro",
    damage: (raw) =>
      withText(raw, (text) => text.replace(/^(Subject|To):/m, "X-Lixo sem dois pontos\r\n$1:")),
  },
  "zeros-no-cabecalho": {
    resto: "inteiro",
    damage: (raw) => withText(raw, (text) => text.replace(/^To:/m, "X-Zeros: a\0b\0\r\nTo:")),
  },
  "tipo-repetido": {
    resto: "inteiro",
    damage: (raw) =>
      withText(raw, (text) => text.replace(/^Content-Type: multipart[^\n]*\r?\n(?:[ \t][^\n]*\n)*/m, "$&$&")),
  },
  "texto-depois-do-fim": {
    resto: "inteiro",
    damage: (raw) =>
      Buffer.concat([
        raw,
        Buffer.from("\r\n-- \r\nVerificado por antivírus. Nenhuma ameaça encontrada.\r\n"),
      ]),
  },
  "cabecalhos-de-entrega": {
    resto: "inteiro",
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

function limitesOf(text: string): string[] {
  return Array.from(text.matchAll(/boundary="([^"]*)"/g), ([, limite = ""]) => limite);
}

function dropFinalLimites(text: string): string {
  return limitesOf(text).reduce((rest, limite) => rest.replaceAll(`--${limite}--`, ""), text);
}

function eachLimite(text: string, change: (line: string) => string): string {
  return limitesOf(text).reduce(
    (rest, limite) =>
      rest
        .split("\n")
        .map((line) => {
          const bare = line.replace(/\r$/, "");
          return bare === `--${limite}` || bare === `--${limite}--`
            ? line.replace(bare, () => change(bare))
            : line;
        })
        .join("\n"),
    text,
  );
}
