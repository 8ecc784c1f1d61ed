/** Fewest characters of base64 worth decoding. */
const CORRIDA_MIN = 40;

/** `begin` lines looked at in one message; most that begin nothing stand one after the other. */
const UUS_MAX = 5_000;
/** Characters that some programs add to a line of uuencode: a sum, or an end mark. */
const SOBRA_UU = 2;

const CR = 0x0d;
const LF = 0x0a;
const IGUAL = 0x3d;

/** What a raw message looks like without believing its headers: byte offsets into it. */
export type Vista = {
  /** Stretches between lines that may be boundaries (`--…`). */
  trechos: { inicio: number; fim: number }[];
  /** Consecutive lines of nothing but base64. */
  corridas: { inicio: number; fim: number }[];
  /** `begin 644 name` lines; of several in a row the last. */
  uus: { inicio: number; nome: string }[];
  /** False when there are more `begin` lines than these. */
  inteira: boolean;
};

const BASE64 = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  BASE64[char.charCodeAt(0)] = 1;
}

/** Looks at every line once. */
export function surveyLinhas(raw: Buffer): Vista {
  const vista: Vista = { trechos: [], corridas: [], uus: [], inteira: true };
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
    } else if (tipo === "begin") addUu(vista, { raw, start, end });
    start = end + 1;
  }
  if (corrida !== -1 && raw.length - corrida >= CORRIDA_MIN)
    vista.corridas.push({ inicio: corrida, fim: raw.length });
  vista.trechos.push({ inicio: trecho, fim: raw.length });
  return vista;
}

function addUu(vista: Vista, { raw, start, end }: { raw: Buffer; start: number; end: number }): void {
  const linha = raw.toString("latin1", start, Math.min(end, start + 300));
  const nome = /^begin [0-7]{3,4} ([^\r\n]{1,255})/.exec(linha)?.[1]?.trim();
  if (nome === undefined) return;
  if (vista.uus.at(-1)?.inicio === start) vista.uus.pop();
  if (vista.uus.length < UUS_MAX) vista.uus.push({ inicio: end + 1, nome });
  else vista.inteira = false;
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

/** Undoes quoted-printable, forgiving what is not.   @source RFC 2045 §6.7 */
export function decodeQuoted(bytes: Buffer): Buffer {
  const out = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOf(bytes, at);
    if (length === 1) out[to++] = bytes[at] ?? 0;
    else if (length > 1) out[to++] = Number.parseInt(bytes.toString("latin1", at + 1, at + 3), 16);
    at += Math.abs(length);
  }
  return out.subarray(0, to);
}

/** Where decoded bytes stood before quoted-printable was undone; `places` ascend. */
export function locateQuoted(bytes: Buffer, places: readonly number[]): number[] {
  const located: number[] = [];
  let to = 0;
  for (let at = 0; at < bytes.length && located.length < places.length; ) {
    const length = lengthOf(bytes, at);
    if (length > 0 && to++ === places[located.length]) located.push(at);
    at += Math.abs(length);
  }
  return located;
}

/** How many bytes make the next one: 1 as it is, 3 in hex; negative for a soft line break, which makes none.
 * @NOTE rule 3: blanks between the `=` and the end of its line were put there on the way. */
function lengthOf(bytes: Buffer, at: number): number {
  if (bytes[at] !== IGUAL) return 1;
  if (HEX[bytes[at + 1] ?? 0] === 1 && HEX[bytes[at + 2] ?? 0] === 1) return 3;
  let end = at + 1;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  if (bytes[end] === CR && bytes[end + 1] === LF) end += 1;
  return bytes[end] === LF ? at - end - 1 : 1;
}

const HEX = new Uint8Array(256);
for (const char of "0123456789ABCDEFabcdef") HEX[char.charCodeAt(0)] = 1;

/** Undoes base64, whatever stands between its characters. */
export function decodeBase64(raw: Buffer, { inicio, fim }: { inicio: number; fim: number }): Buffer {
  return Buffer.from(raw.toString("latin1", inicio, fim), "base64");
}

/**
 * Undoes uuencode from the line after `begin`; null unless an `end` comes, before anything that is no line of it: so two bodies share no
 * byte. A line says how long it is and may be cut (its last blanks are zeros): what would be longer than `limite` in all is "grande".
 * @source POSIX.1-2017, uuencode
 */
export function decodeUu(raw: Buffer, inicio: number, limite: number): Buffer | "grande" | null {
  const total = measureUu(raw, inicio);
  if (total === null) return null;
  if (total > limite) return "grande";
  const out = Buffer.alloc(total);
  let to = 0;
  for (let start = inicio; to < total; ) {
    const { length, end, next } = readLinhaUu(raw, start);
    decodeLinhaUu(raw.subarray(start + 1, end), out.subarray(to, to + length));
    to += length;
    start = next;
  }
  return out;
}

/** How many bytes the lines up to `end` say that they are. */
function measureUu(raw: Buffer, inicio: number): number | null {
  let total = 0;
  for (let start = inicio; start < raw.length; ) {
    const { length, end, next } = readLinhaUu(raw, start);
    if (end - start === 3 && raw.toString("latin1", start, end) === "end") return total;
    if (length === -1 || end - start > 1 + Math.ceil(length / 3) * 4 + SOBRA_UU) return null;
    total += length;
    start = next;
  }
  return null;
}

/** One line and the bytes that it says it holds: -1 when its first character says none. */
function readLinhaUu(raw: Buffer, start: number): { length: number; end: number; next: number } {
  const newline = raw.indexOf(LF, start);
  const stop = newline === -1 ? raw.length : newline;
  let end = stop;
  while (end > start && (raw[end - 1] === CR || raw[end - 1] === 0x20)) end -= 1;
  const first = end > start ? (raw[start] ?? 0) : 0x20;
  return { length: first < 0x20 || first > 0x60 ? -1 : (first - 0x20) & 0x3f, end, next: stop + 1 };
}

function decodeLinhaUu(chars: Buffer, out: Buffer): void {
  const six = (index: number): number => ((chars[index] ?? 0x20) - 0x20) & 0x3f;
  for (let to = 0, from = 0; to < out.length; to += 3, from += 4) {
    const group = (six(from) << 18) | (six(from + 1) << 12) | (six(from + 2) << 6) | six(from + 3);
    out[to] = group >> 16;
    if (to + 1 < out.length) out[to + 1] = (group >> 8) & 0xff;
    if (to + 2 < out.length) out[to + 2] = group & 0xff;
  }
}
