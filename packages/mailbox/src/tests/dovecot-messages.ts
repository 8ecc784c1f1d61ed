import { createHash } from "node:crypto";

/** A message as stored. */
type StoredMessage = { nome: string; bytes: Buffer };

const CRLF = "\r\n";

/** Deterministic numbers 0..1 (mulberry32), so that a failure is reproducible. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Bodies that are hard for protocols: dots, text like a reply, all kinds of line ends and bytes.
 */
const BODIES: readonly [string, (random: () => number) => string][] = [
  ["texto", () => `Segue a nota.${CRLF}Grato${CRLF}`],
  ["pontos", () => `.${CRLF}..${CRLF}.a${CRLF}${CRLF}.${CRLF}`],
  ["ponto no fim", () => `fim${CRLF}.${CRLF}`],
  ["sem fim de linha", () => `sem fim de linha`],
  ["sem corpo", () => ""],
  ["só linhas vazias", () => CRLF.repeat(40)],
  [
    "parece resposta IMAP",
    () => `* 5 FETCH (UID 5 BODY[] {3}${CRLF}abc)${CRLF}A OK feito${CRLF}1 OK${CRLF}+ continue${CRLF}`,
  ],
  ["parece literal", () => `{100}${CRLF}~{3}${CRLF}abc{5}${CRLF}`],
  ["parece resposta POP3", () => `+OK${CRLF}-ERR${CRLF}.${CRLF}+OK 3 10${CRLF}`],
  ["linha de 64 KB", () => `${"x".repeat(65_536)}${CRLF}`],
  ["linha de 998", () => `${"y".repeat(998)}${CRLF}`.repeat(3)],
  ["oito bits", (random) => bytesOf(random, 4_000, 0x80)],
  ["todos os bytes menos o nulo", (random) => bytesOf(random, 3_000, 0x01)],
  ["LF sozinho", () => `um\ndois\n.\ntres${CRLF}`],
  ["CR sozinho", () => `um\rdois\r\r\n.\r\n`],
  ["base64", (random) => base64Of(random, 20_000)],
  ["From no começo", () => `From quem@exemplo.test Sat Jan  3 01:05:34 2026${CRLF}>From outro${CRLF}`],
  ["UTF-8", () => Buffer.from(`Emissão de nota — ação, 日本語${CRLF}`).toString("latin1")],
];

/** Creates invented messages that cycle through the bodies, of up to some 300 KB. */
export function createStoredMessages(count: number): StoredMessage[] {
  const random = createRandom(4);
  return Array.from({ length: count }, (_, index) => {
    const [name, body] = BODIES[index % BODIES.length] ?? ["", () => ""];
    const turn = Math.floor(index / BODIES.length);
    const header = [
      `From: fornecedor-${index}@exemplo.test`,
      "To: ana@exemplo.test",
      `Subject: =?UTF-8?B?${Buffer.from(`nota ${index}`).toString("base64")}?=`,
      `Message-ID: <${index}.${Math.floor(random() * 1e9)}@exemplo.test>`,
      ...Array.from({ length: turn % 5 }, (_, at) => `X-Dobrado-${at}: a${CRLF}\tb${CRLF} c`),
      "",
      "",
    ].join(CRLF);
    const extra = turn % 7 === 6 ? base64Of(random, 200_000) : "";
    return { nome: `${name} (${index})`, bytes: Buffer.from(header + extra + body(random), "latin1") };
  });
}

/**
 * What Dovecot serves for these stored bytes: it converts bare LF to CRLF. POP3 also ends the last
 * line, because the protocol requires it.
 */
export function asServed(bytes: Buffer, protocolo: "pop3" | "imap"): Buffer {
  const text = bytes.toString("latin1").replace(/(?<!\r)\n/g, CRLF);
  const ended = protocolo === "imap" || text.endsWith(CRLF) ? text : `${text}${CRLF}`;
  return Buffer.from(ended, "latin1");
}

export function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Random bytes from `lowest` on, in lines, without CR or LF. */
function bytesOf(random: () => number, length: number, lowest: number): string {
  let text = "";
  for (let at = 0; at < length; at++) {
    const byte = lowest + Math.floor(random() * (256 - lowest));
    text += byte === 0x0a || byte === 0x0d ? " " : String.fromCharCode(byte);
    if (at % 200 === 199) text += CRLF;
  }
  return text + CRLF;
}

function base64Of(random: () => number, length: number): string {
  const bytes = Buffer.from(
    Array.from({ length: Math.ceil(length * random()) + 1 }, () => Math.floor(random() * 256)),
  );
  return bytes.toString("base64").replace(/.{76}/g, `$&${CRLF}`) + CRLF;
}
