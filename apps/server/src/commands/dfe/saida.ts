/** A standard output stream, perhaps a terminal. */
export type Destino = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const CHUNK_CHARS = 16 * 1024;

/** Buffered line output. Waits for a slow reader, and detects one that closed the pipe. */
export class Saida {
  readonly #destino: Destino;
  #waiting = "";
  #gone = false;

  constructor(destino: Destino) {
    this.#destino = destino;
    destino.on("error", () => {
      this.#gone = true;
    });
    destino.on("close", () => {
      this.#gone = true;
    });
  }

  /** Whether the reader closed the pipe, as `| head` does. */
  isGone(): boolean {
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
