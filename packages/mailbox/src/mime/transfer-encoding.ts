/** Fewest base64 characters that are decoded. */
const RUN_MIN = 40;

/**
 * Most `begin` lines kept of one message; consecutive ones count once, because only the last can
 * start data.
 */
const UUS_MAX = 5_000;
/** Characters that some programs append to a uuencode line: a checksum or an end mark. */
const UU_TRAILER_MAX = 2;

const CR = 0x0d;
const LF = 0x0a;
const EQUALS = 0x3d;

/** Structure of a raw message found without its headers: byte offsets. */
export type LineSurvey = {
  /** Ranges between lines that may be boundaries (`--…`). */
  spans: { inicio: number; fim: number }[];
  /** Runs of lines of base64 only. */
  runs: { inicio: number; fim: number }[];
  /** Data after a `begin 644 name` line; of consecutive ones only the last. */
  uuBodies: { inicio: number; nome: string }[];
  /** False when there are more `begin` lines than the limit. */
  inteira: boolean;
};

const BASE64 = new Uint8Array(256);
for (const char of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
  BASE64[char.charCodeAt(0)] = 1;
}

/** Surveys the message in one pass over its lines. */
export function surveyLines(raw: Buffer): LineSurvey {
  const survey: LineSurvey = { spans: [], runs: [], uuBodies: [], inteira: true };
  let span = 0;
  let run = -1;
  for (let start = 0; start < raw.length; ) {
    const newline = raw.indexOf(LF, start);
    const end = newline === -1 ? raw.length : newline;
    const tipo = readLineKind(raw, start, end);
    if (tipo === "base64" || tipo === "base64-fim") {
      if (run === -1) run = start;
    }
    if (run !== -1 && tipo !== "base64") {
      const fim = tipo === "base64-fim" ? end : start;
      if (fim - run >= RUN_MIN) survey.runs.push({ inicio: run, fim });
      run = -1;
    }
    if (tipo === "limite") {
      survey.spans.push({ inicio: span, fim: start });
      span = end;
    } else if (tipo === "begin") addUu(survey, { raw, start, end });
    start = end + 1;
  }
  if (run !== -1 && raw.length - run >= RUN_MIN) survey.runs.push({ inicio: run, fim: raw.length });
  survey.spans.push({ inicio: span, fim: raw.length });
  return survey;
}

function addUu(survey: LineSurvey, { raw, start, end }: { raw: Buffer; start: number; end: number }): void {
  const line = raw.toString("latin1", start, Math.min(end, start + 300));
  const nome = /^begin [0-7]{3,4} ([^\r\n]{1,255})/.exec(line)?.[1]?.trim();
  if (nome === undefined) return;
  if (survey.uuBodies.at(-1)?.inicio === start) survey.uuBodies.pop();
  if (survey.uuBodies.length < UUS_MAX) survey.uuBodies.push({ inicio: end + 1, nome });
  else survey.inteira = false;
}

type LineKind = "base64" | "base64-fim" | "limite" | "begin" | "outra";

function readLineKind(raw: Buffer, start: number, lineEnd: number): LineKind {
  let end = lineEnd;
  while (end > start && (raw[end - 1] === CR || raw[end - 1] === 0x20)) end -= 1;
  if (end - start < 4) return "outra";
  if (raw[start] === 0x2d && raw[start + 1] === 0x2d) return raw[start + 2] === 0x3e ? "outra" : "limite";
  if (raw[start] === 0x62 && raw.toString("latin1", start, start + 6) === "begin ") return "begin";
  let at = start;
  while (at < end && BASE64[raw[at] ?? 0] === 1) at += 1;
  if (at === end) return "base64";
  if (at === start || end - at > 2) return "outra";
  while (at < end && raw[at] === EQUALS) at += 1;
  return at === end ? "base64-fim" : "outra";
}

/** An attribute in quoted-printable: DF-e markup always has one. */
const QUOTED_ATTRIBUTES = ['=3D"', "=3D'", '=3d"', "=3d'"];

/** Whether markup in these bytes is still in quoted-printable. */
export function isQuotedPrintable(bytes: Buffer): boolean {
  return QUOTED_ATTRIBUTES.some((mark) => bytes.includes(mark, 0, "latin1"));
}

/** Decodes quoted-printable and keeps invalid sequences unchanged.   @source RFC 2045 §6.7 */
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

/** Maps ascending offsets of decoded bytes to offsets in the encoded bytes. */
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

/**
 * Number of encoded bytes of the next byte: 1 literal, 3 in hex; negative for a soft line break, which
 * encodes none. @NOTE RFC 2045 §6.7 rule 3: blanks between `=` and the line end come from transport.
 */
function lengthOf(bytes: Buffer, at: number): number {
  if (bytes[at] !== EQUALS) return 1;
  if (HEX[bytes[at + 1] ?? 0] === 1 && HEX[bytes[at + 2] ?? 0] === 1) return 3;
  let end = at + 1;
  while (bytes[end] === 0x20 || bytes[end] === 0x09) end += 1;
  if (bytes[end] === CR && bytes[end + 1] === LF) end += 1;
  return bytes[end] === LF ? at - end - 1 : 1;
}

const HEX = new Uint8Array(256);
for (const char of "0123456789ABCDEFabcdef") HEX[char.charCodeAt(0)] = 1;

/** Decodes base64 and ignores other characters. */
export function decodeBase64(raw: Buffer, { inicio, fim }: { inicio: number; fim: number }): Buffer {
  return Buffer.from(raw.toString("latin1", inicio, fim), "base64");
}

/**
 * Decodes uuencode from the line after `begin`. Each line states its length; missing trailing
 * blanks are zeros.
 * @returns "grande" when longer than `limit`; null unless `end` comes before any other line, so that two
 * bodies share no byte
 * @source POSIX.1-2017, uuencode
 */
export function decodeUu(raw: Buffer, inicio: number, limit: number): Buffer | "grande" | null {
  const total = measureUu(raw, inicio);
  if (total === null) return null;
  if (total > limit) return "grande";
  const out = Buffer.alloc(total);
  let to = 0;
  for (let start = inicio; to < total; ) {
    const { length, end, next } = readUuLine(raw, start);
    decodeUuLine(raw.subarray(start + 1, end), out.subarray(to, to + length));
    to += length;
    start = next;
  }
  return out;
}

/** Sum of the stated lengths of the lines up to `end`. */
function measureUu(raw: Buffer, inicio: number): number | null {
  let total = 0;
  for (let start = inicio; start < raw.length; ) {
    const { length, end, next } = readUuLine(raw, start);
    if (end - start === 3 && raw.toString("latin1", start, end) === "end") return total;
    if (length === -1 || end - start > 1 + Math.ceil(length / 3) * 4 + UU_TRAILER_MAX) return null;
    total += length;
    start = next;
  }
  return null;
}

/** Reads one line and its stated length: -1 when the first character states none. */
function readUuLine(raw: Buffer, start: number): { length: number; end: number; next: number } {
  const newline = raw.indexOf(LF, start);
  const stop = newline === -1 ? raw.length : newline;
  let end = stop;
  while (end > start && (raw[end - 1] === CR || raw[end - 1] === 0x20)) end -= 1;
  const first = end > start ? (raw[start] ?? 0) : 0x20;
  return { length: first < 0x20 || first > 0x60 ? -1 : (first - 0x20) & 0x3f, end, next: stop + 1 };
}

function decodeUuLine(chars: Buffer, out: Buffer): void {
  const six = (index: number): number => ((chars[index] ?? 0x20) - 0x20) & 0x3f;
  for (let to = 0, from = 0; to < out.length; to += 3, from += 4) {
    const group = (six(from) << 18) | (six(from + 1) << 12) | (six(from + 2) << 6) | six(from + 3);
    out[to] = group >> 16;
    if (to + 1 < out.length) out[to + 1] = (group >> 8) & 0xff;
    if (to + 2 < out.length) out[to + 2] = group & 0xff;
  }
}
