/** A standard output stream, perhaps a terminal. */
export type OutputStream = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const CHUNK_CHARS = 16 * 1024;

/** Buffered line output. Waits for a slow reader, and detects one that closed the pipe. */
export class LineOutput {
  readonly #destino: OutputStream;
  #waiting = "";
  #gone = false;

  constructor(stream: OutputStream) {
    this.#destino = stream;
    stream.on("error", () => {
      this.#gone = true;
    });
    stream.on("close", () => {
      this.#gone = true;
    });
  }

  /** Whether the reader closed the pipe, as `| head` does. */
  isClosed(): boolean {
    return this.#gone;
  }

  async line(text: string): Promise<void> {
    this.#waiting += `${text}\n`;
    if (this.#destino.isTTY || this.#waiting.length >= CHUNK_CHARS) await this.flush();
  }

  /** Resolves when the buffered text was written, or the write failed. */
  async flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    if (text === "" || this.#gone) return;
    await new Promise<void>((resolve) => {
      this.#destino.write(text, () => resolve());
    });
  }
}
