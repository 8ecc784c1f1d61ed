import { MINUTE_MS } from "@malote/syntax";
import type { ImapSession } from "./session.ts";

/**
 * Duration of one IDLE command. Servers may disconnect after 30 minutes, and a dead connection
 * shows only on the next command.
 * @source RFC 2177 §3 (at least every 29 minutes)
 */
const RENEW_MS = 5 * MINUTE_MS;

/** Watches for new messages that the server announces. */
export class ImapNews {
  readonly #session: ImapSession;
  readonly #renewMs: number;
  readonly #ended = new AbortController();
  #justOpened = true;
  #arrived = false;
  #wake: () => void = () => undefined;

  constructor(session: ImapSession, renewMs: number = RENEW_MS) {
    this.#session = session;
    this.#renewMs = renewMs;
    session.client.on("exists", ({ count, prevCount }) => {
      if (count <= prevCount) return;
      this.#arrived = true;
      this.#wake();
    });
  }

  /** Lets the server report pending changes; later arrivals count as news.  @throws MailOutage */
  async refresh(): Promise<void> {
    // right after the folder was opened there are no changes
    if (!this.#justOpened) await this.#session.ask("NOOP", false);
    this.#justOpened = false;
    this.#arrived = false;
  }

  /**
   * Resolves when a message arrived since the last refresh, or when `signal` aborts.
   * @source RFC 2177  @throws MailOutage; with `soMensagem` when the server announces IDLE but refuses it
   */
  async wait(signal: AbortSignal): Promise<void> {
    while (!this.#arrived && !signal.aborted && !this.#ended.signal.aborted) {
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
    this.#ended.abort();
  }

  #untilWoken(signal: AbortSignal): { woken: Promise<void>; stop: () => void } {
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = setTimeout(wake, this.#renewMs);
    this.#wake = wake;
    signal.addEventListener("abort", wake);
    this.#ended.signal.addEventListener("abort", wake);
    const stop = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      this.#ended.signal.removeEventListener("abort", wake);
    };
    return { woken, stop };
  }
}
