/** A text as received, sliced by the offsets of its copy with LF line ends. */
export class ReceivedText {
  readonly #text: string;
  /** Where each CR LF is one character in the copy, ascending. */
  readonly #pairs: Uint32Array;

  constructor(text: string) {
    this.#text = text;
    const pairs: number[] = [];
    for (let at = text.indexOf(CRLF); at !== -1; at = text.indexOf(CRLF, at + 2))
      pairs.push(at - pairs.length);
    this.#pairs = Uint32Array.from(pairs);
  }

  slice(start: number, end: number): string {
    return this.#text.slice(this.#offsetOf(start), this.#offsetOf(end));
  }

  #offsetOf(offset: number): number {
    let [from, to] = [0, this.#pairs.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#pairs[middle] ?? 0) < offset) from = middle + 1;
      else to = middle;
    }
    return offset + from;
  }
}

const CRLF = "\r\n";
