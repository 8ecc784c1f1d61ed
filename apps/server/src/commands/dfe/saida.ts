/** What the command needs of its standard output. */
export type Destino = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

const CHUNK_CHARS = 16 * 1024;

/** Lines for a reader who may be slow, or gone: waits for the first, and says so of the second. */
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

  /** Whether nobody reads any more, as after `| head`. */
  isGone(): boolean {
    return this.#gone;
  }

  async line(text: string): Promise<void> {
    this.#waiting += `${text}\n`;
    if (this.#destino.isTTY || this.#waiting.length >= CHUNK_CHARS) await this.flush();
  }

  /** Ends when what was written has left us, or nobody takes it. */
  async flush(): Promise<void> {
    const text = this.#waiting;
    this.#waiting = "";
    if (text === "" || this.#gone) return;
    await new Promise<void>((resolve) => {
      this.#destino.write(text, () => resolve());
    });
  }
}
