import type { ImapSession } from "./session.ts";

/** How long one IDLE lasts before it is asked again: servers may hang up after 30 minutes, and a connection that died in silence shows
 * only when one speaks.  @source RFC 2177 §3 (at least every 29 minutes) */
const RENOVA_MS = 5 * 60_000;

/** What a server tells unasked: that there is more in the folder than before. */
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

  /** Lets the server say what changed; what arrives from here on is news.  @throws MailOutage */
  async refresh(): Promise<void> {
    // right after the folder was opened there is nothing to be told
    if (!this.#recemAberta) await this.#session.ask("NOOP", false);
    this.#recemAberta = false;
    this.#chegou = false;
  }

  /** Resolves when something arrived since the last refresh, or when `signal` fires.
   * @source RFC 2177  @throws MailOutage; with `soMensagem` where the server announced IDLE but does not do it */
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

  /** Ends whatever waits, for good. */
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
