import { MailOutage } from "../failure/outage.ts";

/** Parses one reply from chunks of any size. */
export interface Reader<T> {
  /**
   * @returns the reply and the bytes after it, or null when it needs more.  @throws MailOutage protocolo
   */
  push(chunk: Buffer): { value: T; rest: Buffer } | null;
}

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/**
 * Longest status line in bytes: sixteen times the 512 of RFC 2449 §4, since some servers exceed it.
 */
export const STATUS_MAX_BYTES = 8192;

/**
 * One status line, without its line end. A bare LF is accepted, because nothing depends on it here.
 */
export class LineReader implements Reader<string> {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  push(chunk: Buffer): { value: string; rest: Buffer } | null {
    const end = chunk.indexOf(LF);
    const piece = end === -1 ? chunk : chunk.subarray(0, end);
    this.#length += piece.length;
    if (this.#length > STATUS_MAX_BYTES) throw new MailOutage("protocolo", "endless status line");
    this.#chunks.push(piece);
    if (end === -1) return null;
    const line = Buffer.concat(this.#chunks).toString("utf8").replace(/\r$/, "");
    return { value: line, rest: chunk.subarray(end + 1) };
  }
}

/** Body of a multi-line reply; `excedeu` when it exceeded the limit and was read but discarded. */
export type ReplyBody = { bytes: Buffer; excedeu: boolean };

/**
 * How much of an oversized reply is read and discarded to keep the session usable, as a multiple of
 * the limit.
 */
const DISCARD_FACTOR = 4;

// Parser states, after the bytes read so far.
const LINE_START = 0; // at the start of a line
const IN_LINE = 1; // inside a line
const AFTER_CR = 2; // inside a line, last byte CR
const AFTER_DOT = 3; // the line began with a dot, which is not content
const AFTER_DOT_CR = 4; // the line began with dot CR: the reply ends if LF follows

/**
 * Parses one multi-line reply byte for byte: removes the dot that stuffs a line, ends at `CRLF . CRLF`. The
 * first CRLF of the end mark is content. A bare LF or CR is content too, so no message can end early.
 * @source RFC 1939 §3
 */
export class DotReader implements Reader<ReplyBody> {
  readonly #maxBytes: number;
  #buffer = Buffer.alloc(0);
  #length = 0; // of the content, kept or discarded
  #state = LINE_START;

  /** @param maxBytes content beyond this is discarded and reported as `excedeu` */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): { value: ReplyBody; rest: Buffer } | null {
    let from = 0; // start of the content not yet kept
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      switch (this.#state) {
        case IN_LINE:
          if (byte === CR) this.#state = AFTER_CR;
          break;
        case AFTER_CR:
          if (byte === LF) this.#state = LINE_START;
          else if (byte !== CR) this.#state = IN_LINE;
          break;
        case LINE_START:
          this.#state = byte === DOT ? AFTER_DOT : byte === CR ? AFTER_CR : IN_LINE;
          if (byte === DOT) {
            this.#keep(chunk.subarray(from, i));
            from = i + 1;
          }
          break;
        case AFTER_DOT:
          this.#state = byte === CR ? AFTER_DOT_CR : IN_LINE;
          if (byte === CR) from = i + 1; // held back until the next byte shows whether the reply ends
          break;
        case AFTER_DOT_CR:
          if (byte === LF) return { value: this.#finish(), rest: chunk.subarray(i + 1) };
          this.#keep(Buffer.of(CR)); // the CR was content
          from = i;
          this.#state = byte === CR ? AFTER_CR : IN_LINE;
          break;
      }
    }
    this.#keep(chunk.subarray(from));
    return null;
  }

  #keep(piece: Buffer): void {
    const length = this.#length + piece.length;
    if (length > this.#maxBytes * DISCARD_FACTOR) {
      throw new MailOutage("grande-demais", `answer passes ${DISCARD_FACTOR} times the limit`);
    }
    if (length > this.#maxBytes) {
      this.#buffer = Buffer.alloc(0);
    } else {
      this.#reserve(length);
      piece.copy(this.#buffer, this.#length);
    }
    this.#length = length;
  }

  /**
   * Doubles the buffer: a list of chunks would cost a hundred times its bytes when each holds one
   * byte.
   */
  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(
      Math.max(length, Math.min(2 * this.#buffer.length, this.#maxBytes), 4096),
    );
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  #finish(): ReplyBody {
    if (this.#length > this.#maxBytes) return { bytes: Buffer.alloc(0), excedeu: true };
    return { bytes: this.#buffer.subarray(0, this.#length), excedeu: false };
  }
}
