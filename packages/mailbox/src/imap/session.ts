import type { ImapFlow, MailboxObject } from "imapflow";
import { MailOutage } from "../failure/outage.ts";
import { protectionOf, shareTime } from "../network/connection.ts";
import type { Endpoint, NetworkPolicy } from "../network/endpoint.ts";
import { withoutSecret } from "../source/credentials.ts";
import type { MailboxConfig } from "../source/mail-source.ts";
import { type ClientWarning, createClient, internalsOf, type UntaggedReply } from "./client.ts";
import { outageOf, type Phase, toImapOutage } from "./failure.ts";

/**
 * The idle deadline is checked in this many steps: after a busy period of the process, pending
 * bytes are read before the next step counts.
 */
const IDLE_CHECKS = 4;

/** Longest wait for the reply to LOGOUT. */
const LOGOUT_MS = 2_000;

/** Handlers of untagged replies by keyword. */
type Handlers = Record<string, (reply: UntaggedReply) => void>;

/**
 * One IMAP session, one call at a time. A failure becomes one MailOutage, and later calls reject with it.
 * Our idle and total deadlines end each call and destroy the socket, even if imapflow still waits.
 */
export class ImapSession {
  readonly client: ImapFlow;
  readonly network: NetworkPolicy;
  readonly #mailbox: MailboxConfig;
  #phase: Phase = "tcp";
  #failure: MailOutage | null = null;
  #reject: ((failure: MailOutage) => void) | null = null;
  #unusableReplies = 0;
  #command = "";

  constructor(
    target: { endpoint: Endpoint; address: string; timeoutMs: number },
    mailbox: MailboxConfig,
    network: NetworkPolicy,
  ) {
    const { client, listen } = createClient(target, mailbox, network);
    this.client = client;
    this.network = network;
    this.#mailbox = mailbox;
    listen({ warning: (warning) => this.#handleWarning(warning), signingIn: () => this.#enter("entrada") });
    client.on("error", (error) => this.#fail(error));
    client.on("close", () => this.#fail(Object.assign(new Error("closed"), { code: "NoConnection" })));
  }

  /** Whether the server has sent any byte. */
  get hasReceived(): boolean {
    return this.client.stats().received > 0;
  }

  /** Connects, starts TLS and signs in.  @throws MailOutage */
  async connect(): Promise<void> {
    await this.run(() => {
      const connected = this.client.connect();
      const { socket } = internalsOf(this.client);
      if (socket) {
        socket.on("error", () => undefined); // @NOTE handles errors after imapflow removed its listeners
        socket.once("connect", () =>
          this.#enter(protectionOf(this.#mailbox.tipo) === "tls" ? "tls" : "saudacao"),
        );
        socket.once("secureConnect", () => this.#enter("saudacao"));
      }
      return connected;
    });
    this.#enter("listagem");
  }

  /** Opens a folder; with `readOnly` no flag changes.  @throws MailOutage */
  async open(folder: string, readOnly: boolean): Promise<MailboxObject> {
    return this.run(() => this.client.mailboxOpen(folder, { readOnly: readOnly }));
  }

  /**
   * Sends one command and passes its untagged replies to the handlers.
   * @throws MailOutage; with `soMensagem` when the server only refused
   */
  async ask(command: string, attributes: readonly unknown[] | false, handlers: Handlers = {}): Promise<void> {
    const untagged = Object.fromEntries(
      Object.entries(handlers).map(([keyword, handle]) => [
        keyword,
        async (answer: UntaggedReply) => handle(answer),
      ]),
    );
    await this.runLegible(command, async () => {
      try {
        (await internalsOf(this.client).exec(command, attributes, { untagged })).next();
      } catch (error) {
        throw isRefusal(error) ? toRefusal(command, error, this.#mailbox) : error;
      }
    });
  }

  /**
   * Like {@link run}, but a reply that imapflow could not parse is an outage: imapflow ignores it.
   * @throws MailOutage
   */
  async runLegible<T>(command: string, work: () => Promise<T>): Promise<T> {
    const before = this.#unusableReplies;
    this.#command = command;
    const result = await this.run(work);
    if (this.#unusableReplies > before) throw this.spoil(`${command}: an answer that cannot be read`);
    return result;
  }

  /** Runs one imapflow operation under the deadlines.  @throws MailOutage */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#failure !== null) throw this.#failure;
    const stop = this.#watch();
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#reject = reject;
        work().then(resolve, reject);
      });
    } catch (error) {
      // the first failure is more precise than the one stored for later calls
      if (error instanceof MailOutage && (error.soMensagem || this.#failure !== null)) throw error;
      throw this.#fail(error);
    } finally {
      this.#reject = null;
      stop();
    }
  }

  /**
   * Waits in IDLE until `woken` or the end of the session, then sends NOOP to detect a dead
   * connection.
   * @throws MailOutage; with `soMensagem` when the server does not support IDLE
   */
  async idle(woken: Promise<void>): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject;
        void woken.then(resolve);
        this.client.idle().then(() => reject(notIdling()), reject);
      });
    } catch (error) {
      if (error instanceof MailOutage && error.soMensagem) throw error;
      throw this.#fail(error);
    } finally {
      this.#reject = null;
    }
    await this.run(() => this.client.noop());
  }

  /** Ends a session that is no longer in a known state. */
  spoil(detail: string): MailOutage {
    return this.#fail(outageOf("protocolo", detail, this.#phase));
  }

  /** Logs out and closes; never throws. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), LOGOUT_MS);
    if (this.#failure === null) await this.client.logout().catch(() => undefined);
    clearTimeout(timer);
    this.destroy();
  }

  /** Ends the session at once; never throws. */
  destroy(): void {
    this.#fail(outageOf("interrompida", "closed by us", this.#phase));
  }

  #enter(phase: Phase): void {
    this.#phase = phase;
  }

  #handleWarning(warning: ClientWarning): void {
    this.#unusableReplies += warning === "lixo" ? 1 : 0;
    if (warning === "devagar") this.#fail(Object.assign(new Error("throttled"), { code: "ETHROTTLE" }));
    // before the greeting imapflow would wait without an error
    else if (this.#phase === "saudacao" && this.client.greeting === undefined)
      this.spoil("not an IMAP greeting");
  }

  #watch(): () => void {
    const { ociosoMs, totalMs } = this.network;
    let received = this.client.stats().received;
    let quiet = 0;
    const look = (): void => {
      const now = this.client.stats().received;
      quiet = now === received ? quiet + 1 : 0;
      received = now;
      if (this.client.byeReason !== undefined) this.#fail(new ByeError());
      // while connecting, the two deadlines of imapflow apply until the first byte
      else if (quiet >= IDLE_CHECKS && this.hasReceived) this.#late(`silent for ${ociosoMs} ms`);
    };
    const every = setInterval(look, Math.ceil(ociosoMs / IDLE_CHECKS));
    const total = setTimeout(() => this.#late(`an answer took more than ${totalMs} ms`), totalMs);
    return () => {
      clearInterval(every);
      clearTimeout(total);
    };
  }

  #late(detail: string): void {
    this.#fail(outageOf("tempo", detail, this.#phase));
  }

  #fail(error: unknown): MailOutage {
    if (this.#failure !== null) return this.#failure;
    const context = { phase: this.#phase, mailbox: this.#mailbox, bye: this.client.byeReason };
    const failure = isTooLarge(error, this.#command) ? tooLarge(error) : toImapOutage(error, context);
    // the size limit concerns one message; later calls must not reject with it
    this.#failure =
      failure.causa === "grande-demais"
        ? outageOf("interrompida", "hung up before a message far too large", this.#phase)
        : failure;
    this.#reject?.(failure);
    this.#reject = null;
    this.client.close();
    return failure;
  }
}

/**
 * A message larger than the server claimed: imapflow disconnects at the announced size, before its
 * first byte. The error concerns that message, but the session ends.
 */
function isTooLarge(error: unknown, command: string): error is Error {
  return (
    error instanceof Error && "code" in error && error.code === "LiteralTooLarge" && command === "UID FETCH"
  );
}

function tooLarge(error: Error): MailOutage {
  return new MailOutage("grande-demais", error.message, { cause: error });
}

/** The server sent BYE; the connection may stay open for some time. */
class ByeError extends Error {
  readonly code = "NoConnection";
}

function notIdling(): MailOutage {
  return new MailOutage("protocolo", "IDLE refused, or ended by the server", { soMensagem: true });
}

function isRefusal(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "responseStatus" in error && !("throttleReset" in error)
  );
}

function toRefusal(command: string, error: unknown, mailbox: MailboxConfig): MailOutage {
  const text =
    typeof error === "object" && error !== null && "responseText" in error ? String(error.responseText) : "";
  const said = withoutSecret(text, mailbox);
  return new MailOutage("protocolo", `${command} refused: ${said}`, { soMensagem: true, cause: error });
}

/**
 * Opens a session with the first checked address that answers, under one connect deadline for all.
 * @throws MailOutage
 */
export async function openSession(
  mailbox: MailboxConfig,
  endpoint: Endpoint,
  network: NetworkPolicy,
): Promise<ImapSession> {
  const until = Date.now() + network.conexaoMs;
  let failure = new MailOutage("recusada", "no address");
  for (const { address, timeoutMs } of shareTime(endpoint.enderecos, until)) {
    const session = new ImapSession({ endpoint, address, timeoutMs }, mailbox, network);
    try {
      await session.connect();
      return session;
    } catch (error) {
      failure = error instanceof MailOutage ? error : outageOf("interrompida", String(error), "tcp", error);
      const heard = session.hasReceived;
      session.destroy();
      if (heard || failure.causa === "tls") break;
    }
  }
  throw failure;
}
