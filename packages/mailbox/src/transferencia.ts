/** Fewest characters of base64 worth decoding. */
const CORRIDA_MIN = 40;

/** Attachments in uuencode of one message. */
const UUS_MAX = 200;

const CR = 0x0d;
const LF = 0x0a;
const IGUAL = 0x3d;

/** What a raw message looks like without believing its headers: byte offsets into it. */
export type Vista = {
  /** Stretches between lines that may be boundaries (`--…`). */
  trechos: { inicio: number; fim: number }[];
  /** Consecutive lines of nothing but base64. */
  corridas: { inicio: number; fim: number }[];
  /** `begin 644 name` lines. */
  uus: { inicio: number; nome: string }[];
};

const BASE64 = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  BASE64[char.charCodeAt(0)] = 1;
}

/** Looks at every line once. */
export function surveyLinhas(raw: Buffer): Vista {
  const vista: Vista = { trechos: [], corridas: [], uus: [] };
  let trecho = 0;
  let corrida = -1;
  for (let start = 0; start < raw.length; ) {
    const newline = raw.indexOf(LF, start);
    const end = newline === -1 ? raw.length : newline;
    const tipo = readLinha(raw, start, end);
    if (tipo === "base64" || tipo === "base64-fim") {
      if (corrida === -1) corrida = start;
    }
    if (corrida !== -1 && tipo !== "base64") {
      const fim = tipo === "base64-fim" ? end : start;
      if (fim - corrida >= CORRIDA_MIN) vista.corridas.push({ inicio: corrida, fim });
      corrida = -1;
    }
    if (tipo === "limite") {
      vista.trechos.push({ inicio: trecho, fim: start });
      trecho = end;
    } else if (tipo === "begin" && vista.uus.length < UUS_MAX) {
      const nome = /^begin [0-7]{3,4} ([^\r\n]{1,255})/.exec(
        raw.toString("latin1", start, Math.min(end, start + 300)),
      );
      if (nome?.[1] !== undefined) vista.uus.push({ inicio: end + 1, nome: nome[1].trim() });
    }
    start = end + 1;
  }
  if (corrida !== -1 && raw.length - corrida >= CORRIDA_MIN)
    vista.corridas.push({ inicio: corrida, fim: raw.length });
  vista.trechos.push({ inicio: trecho, fim: raw.length });
  return vista;
}

type Linha = "base64" | "base64-fim" | "limite" | "begin" | "outra";

function readLinha(raw: Buffer, start: number, lineEnd: number): Linha {
  let end = lineEnd;
  while (end > start && (raw[end - 1] === CR || raw[end - 1] === 0x20)) end -= 1;
  if (end - start < 4) return "outra";
  if (raw[start] === 0x2d && raw[start + 1] === 0x2d) return raw[start + 2] === 0x3e ? "outra" : "limite";
  if (raw[start] === 0x62 && raw.toString("latin1", start, start + 6) === "begin ") return "begin";
  let at = start;
  while (at < end && BASE64[raw[at] ?? 0] === 1) at += 1;
  if (at === end) return "base64";
  if (at === start || end - at > 2) return "outra";
  while (at < end && raw[at] === IGUAL) at += 1;
  return at === end ? "base64-fim" : "outra";
}

/** An attribute as quoted-printable writes it: no markup goes without one. */
const ATRIBUTOS = ['=3D"', "=3D'", '=3d"', "=3d'"];

/** Whether markup in these bytes is still in quoted-printable. */
export function isQuotedPrintable(bytes: Buffer): boolean {
  return ATRIBUTOS.some((mark) => bytes.includes(mark, 0, "latin1"));
}

/** Undoes quoted-printable, forgiving what is not. @source RFC 2045 §6.7 */
export function decodeQuoted(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte !== IGUAL) {
      out[to++] = byte;
      continue;
    }
    const hex = bytes.toString("latin1", at + 1, at + 3);
    if (/^[0-9A-Fa-f]{2}$/.test(hex)) {
      out[to++] = Number.parseInt(hex, 16);
      at += 2;
    } else if (bytes[at + 1] === LF) at += 1;
    else if (bytes[at + 1] === CR && bytes[at + 2] === LF) at += 2;
    else out[to++] = byte;
  }
  return out.subarray(0, to);
}

/** Undoes uuencode from the line after `begin`; null unless an `end` comes. @source POSIX.1-2017, uuencode */
export function decodeUu(raw: Buffer, inicio: number): Buffer | null {
  const pieces: Buffer[] = [];
  for (let start = inicio; start < raw.length; ) {
    const newline = raw.indexOf(LF, start);
    const stop = newline === -1 ? raw.length : newline;
    const end = raw[stop - 1] === CR ? stop - 1 : stop;
    if (end - start === 3 && raw.toString("latin1", start, end) === "end") return Buffer.concat(pieces);
    const length = end > start ? ((raw[start] ?? 0) - 0x20) & 0x3f : 0;
    if (end - start > 90) return null;
    if (length > 0) pieces.push(decodeLinhaUu(raw.subarray(start + 1, end), length));
    start = stop + 1;
  }
  return null;
}

function decodeLinhaUu(chars: Buffer, length: number): Buffer {
  const out = Buffer.alloc(length);
  const six = (index: number): number => ((chars[index] ?? 0x20) - 0x20) & 0x3f;
  for (let to = 0, from = 0; to < length; to += 3, from += 4) {
    const group = (six(from) << 18) | (six(from + 1) << 12) | (six(from + 2) << 6) | six(from + 3);
    out[to] = group >> 16;
    if (to + 1 < length) out[to + 1] = (group >> 8) & 0xff;
    if (to + 2 < length) out[to + 2] = group & 0xff;
  }
  return out;
}
