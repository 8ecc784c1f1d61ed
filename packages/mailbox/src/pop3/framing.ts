import { MailOutage } from "../failure/outage.ts";

/** Eats the bytes of one answer, however the network cut them. */
export interface Reader<T> {
  /** @returns the answer and the bytes after it, or null while more is needed.  @throws MailOutage protocolo */
  push(chunk: Buffer): { value: T; rest: Buffer } | null;
}

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/** Longest status line in bytes: sixteen times the 512 of RFC 2449 §4, for chatty servers. */
export const STATUS_MAX_BYTES = 8192;

/** One status line, without its end. A bare LF is tolerated here, where nothing depends on it. */
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

/** Bytes of a multi-line answer; `excedeu` when there were more than allowed (they were read and dropped). */
export type Corpo = { bytes: Buffer; excedeu: boolean };

/** How far past its limit an answer is read only to stay in step with the server, as a multiple of the limit. */
const DESCARTE_FATOR = 4;

// Where we are, always after the bytes seen so far.
const LINE_START = 0; // at the start of a line
const IN_LINE = 1; // inside a line
const AFTER_CR = 2; // inside a line, last byte CR
const AFTER_DOT = 3; // a line began with a dot, which is not content
const AFTER_DOT_CR = 4; // a line began with dot CR: the end, if LF follows

/**
 * One multi-line answer, byte for byte: a dot that opens a line is taken off, `CRLF . CRLF` ends it (its first CRLF is
 * content), nothing else is touched. Only CRLF ends a line; a bare LF or CR is content, so no message can end early.
 * @source RFC 1939 §3
 */
export class DotReader implements Reader<Corpo> {
  readonly #maxBytes: number;
  #buffer = Buffer.alloc(0);
  #length = 0; // of the content, kept or dropped
  #state = LINE_START;

  /** @param maxBytes content beyond this is dropped and reported as `excedeu` */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  push(chunk: Buffer): { value: Corpo; rest: Buffer } | null {
    let from = 0; // first byte of the run of content not yet kept
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
          if (byte === CR) from = i + 1; // held back until we know whether it ends the answer
          break;
        case AFTER_DOT_CR:
          if (byte === LF) return { value: this.#finish(), rest: chunk.subarray(i + 1) };
          this.#keep(Buffer.of(CR)); // it was content after all
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
    if (length > this.#maxBytes * DESCARTE_FATOR) {
      throw new MailOutage("grande-demais", `answer passes ${DESCARTE_FATOR} times the limit`);
    }
    if (length > this.#maxBytes) {
      this.#buffer = Buffer.alloc(0);
    } else {
      this.#reserve(length);
      piece.copy(this.#buffer, this.#length);
    }
    this.#length = length;
  }

  /** Grows by doubling: a list of pieces would cost a hundred times its bytes when they come one at a time. */
  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    const grown = Buffer.allocUnsafe(
      Math.max(length, Math.min(2 * this.#buffer.length, this.#maxBytes), 4096),
    );
    this.#buffer.copy(grown, 0, 0, this.#length);
    this.#buffer = grown;
  }

  #finish(): Corpo {
    if (this.#length > this.#maxBytes) return { bytes: Buffer.alloc(0), excedeu: true };
    return { bytes: this.#buffer.subarray(0, this.#length), excedeu: false };
  }
}
