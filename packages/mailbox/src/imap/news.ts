import type { ImapSession } from "./session.ts";

/**
 * Duration of one IDLE command. Servers may disconnect after 30 minutes, and a dead connection
 * shows only on the next command.
 * @source RFC 2177 §3 (at least every 29 minutes)
 */
const RENOVA_MS = 5 * 60_000;

/** Watches for new messages that the server announces. */
export class ImapNews {
  readonly #session: ImapSession;
  readonly #renovaMs: number;
  readonly #fim = new AbortController();
  #recemAberta = true;
  #chegou = false;
  #wake: () => void = () => undefined;

  constructor(session: ImapSession, renovaMs: number = RENOVA_MS) {
    this.#session = session;
    this.#renovaMs = renovaMs;
    session.client.on("exists", ({ count, prevCount }) => {
      if (count <= prevCount) return;
      this.#chegou = true;
      this.#wake();
    });
  }

  /** Lets the server report pending changes; later arrivals count as news.  @throws MailOutage */
  async refresh(): Promise<void> {
    // right after the folder was opened there are no changes
    if (!this.#recemAberta) await this.#session.ask("NOOP", false);
    this.#recemAberta = false;
    this.#chegou = false;
  }

  /**
   * Resolves when a message arrived since the last refresh, or when `signal` aborts.
   * @source RFC 2177  @throws MailOutage; with `soMensagem` when the server announces IDLE but refuses it
   */
  async wait(signal: AbortSignal): Promise<void> {
    while (!this.#chegou && !signal.aborted && !this.#fim.signal.aborted) {
      const watch = this.#untilWoken(signal);
      try {
        await this.#session.idle(watch.woken);
      } finally {
        watch.stop();
      }
    }
  }

  /** Ends the current and every later wait. */
  end(): void {
    this.#fim.abort();
  }

  #untilWoken(signal: AbortSignal): { woken: Promise<void>; stop: () => void } {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = setTimeout(wake, this.#renovaMs);
    this.#wake = wake;
    signal.addEventListener("abort", wake);
    this.#fim.signal.addEventListener("abort", wake);
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      this.#fim.signal.removeEventListener("abort", wake);
    };
    return { woken, stop };
  }
}
