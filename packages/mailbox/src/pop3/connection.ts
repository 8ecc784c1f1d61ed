import type { Socket } from "node:net";
import { MailOutage, toOutage } from "../failure/outage.ts";
import type { NetworkPolicy } from "../network/endpoint.ts";
import { DotReader, LineReader, type Reader, type ReplyBody } from "./framing.ts";

/** First line of a reply: `+OK text` or `-ERR text`. */
export type Status = { ok: boolean; texto: string };

/** Continuation line of a SASL exchange.  @source RFC 5034 §4 */
const CONTINUATION = /^\+(?: |$)/;

/** Unrequested bytes after which the session closes: enough for a final line, not for a flood. */
const UNREQUESTED_MAX_BYTES = 65_536;

type Pending = { push(chunk: Buffer): Buffer | null; reject(error: MailOutage): void };

/**
 * One POP3 session over one socket: sends a line and reads its whole reply under the idle and total
 * deadlines. A failure becomes one MailOutage, and later calls reject with it.
 */
export class Pop3Connection {
  #socket: Socket;
  readonly #network: NetworkPolicy;
  #rest: Buffer = Buffer.alloc(0);
  #pending: Pending | null = null;
  #failure: MailOutage | null = null;
  #idle: NodeJS.Timeout | undefined;
  #clean = (text: string): string => text;

  constructor(socket: Socket, network: NetworkPolicy) {
    this.#socket = socket;
    this.#network = network;
    this.#listen();
  }

  /** Reads the greeting, which the server sends first. */
  greet(): Promise<Status> {
    return this.#withTotal(async () => this.#toStatus(await this.#read(new LineReader())));
  }

  /** Sends one command and reads its status line. */
  ask(command: string): Promise<Status> {
    return this.#withTotal(() => this.#command(command));
  }

  /** Sends one command; on +OK also reads the multi-line part, discarding it beyond `maxBytes`. */
  askCorpo(command: string, maxBytes: number): Promise<Status & { corpo: ReplyBody | null }> {
    return this.#withTotal(async () => {
      const status = await this.#command(command);
      const corpo = status.ok ? await this.#read(new DotReader(maxBytes)) : null;
      return { ...status, corpo };
    });
  }

  /**
   * Sends a SASL command; the encoded `reply` follows on its own line when the server asks for
   * it. An error sent as a further challenge (XOAUTH2) is acknowledged with an empty line.
   */
  askSasl(command: string, reply: string | null): Promise<Status> {
    return this.#withTotal(async () => {
      let line = await this.#exchange(command);
      if (reply !== null && CONTINUATION.test(line)) line = await this.#exchange(reply);
      if (CONTINUATION.test(line)) line = await this.#exchange("");
      return this.#toStatus(line);
    });
  }

  /**
   * Continues over another socket wrapped around this one, as STLS requires.
   * @throws MailOutage tls, when unrequested bytes arrived in the clear
   */
  async protect(wrap: (socket: Socket) => Promise<Socket>): Promise<void> {
    const socket = this.#socket;
    this.#ignore(socket);
    // @NOTE an attacker may send replies ahead, to be read as protected ones after the handshake
    // (RFC 2595 §4)
    const injected = this.#rest.length > 0 || socket.read() !== null;
    if (injected)
      this.#fail(new MailOutage("tls", "bytes before the handshake", { codigo: "starttls-injetado" }));
    if (this.#failure !== null) throw this.#failure;
    try {
      this.#socket = await wrap(socket);
    } catch (error) {
      const failure = toOutage(error);
      this.#fail(failure);
      throw failure;
    }
    this.#listen();
  }

  /** Sets the function that redacts server text from now on. */
  cleanWith(clean: (text: string) => string): void {
    this.#clean = clean;
  }

  /** Ends the session at once; never throws. */
  destroy(): void {
    this.#fail(new MailOutage("interrompida", "closed by us"));
  }

  #listen(): void {
    const socket = this.#socket;
    socket.setNoDelay(true);
    socket.on("error", this.#onError);
    socket.on("close", this.#onClose);
    socket.on("end", this.#onClose);
    socket.on("data", this.#onData);
    if (socket.destroyed) this.#onClose();
  }

  #ignore(socket: Socket): void {
    socket.pause();
    socket.removeListener("data", this.#onData);
    socket.removeListener("end", this.#onClose);
    socket.removeListener("close", this.#onClose);
    socket.removeListener("error", this.#onError);
  }

  readonly #onError = (error: unknown): void => this.#fail(toOutage(error));
  readonly #onClose = (): void =>
    this.#fail(new MailOutage("interrompida", "the server closed the connection"));
  readonly #onData = (chunk: Buffer): void => this.#take(chunk);

  async #command(command: string): Promise<Status> {
    return this.#toStatus(await this.#exchange(command));
  }

  #exchange(command: string): Promise<string> {
    if (this.#failure === null && this.#rest.length > 0) {
      this.#fail(new MailOutage("protocolo", "bytes that answer no command"));
    }
    if (this.#failure === null) this.#socket.write(`${command}\r\n`);
    return this.#read(new LineReader());
  }

  #toStatus(line: string): Status {
    const match = /^(\+OK|-ERR)(?:\s(.*))?$/i.exec(line);
    if (match === null) {
      // @NOTE never quoted: a service that echoes its input would put the password in its reply
      this.#fail(new MailOutage("protocolo", "neither +OK nor -ERR"));
      throw this.#failure;
    }
    return { ok: match[1]?.startsWith("+") === true, texto: this.#clean(match[2] ?? "") };
  }

  #read<T>(reader: Reader<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure);
        return;
      }
      const push = (chunk: Buffer): Buffer | null => {
        const answer = reader.push(chunk);
        if (answer === null) return null;
        resolve(answer.value);
        return answer.rest;
      };
      this.#pending = { push, reject };
      this.#armIdle();
      const rest = this.#rest;
      this.#rest = Buffer.alloc(0);
      if (rest.length > 0) this.#take(rest);
    });
  }

  #take(chunk: Buffer): void {
    if (this.#failure !== null) return;
    if (this.#pending === null) this.#keepForLater(chunk);
    else this.#feed(this.#pending, chunk);
  }

  #feed(pending: Pending, chunk: Buffer): void {
    this.#armIdle();
    try {
      const rest = pending.push(chunk);
      if (rest === null) return;
      this.#pending = null;
      clearTimeout(this.#idle);
      this.#rest = rest;
    } catch (error) {
      this.#fail(toOutage(error));
    }
  }

  #keepForLater(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    if (this.#rest.length > UNREQUESTED_MAX_BYTES) {
      this.#fail(new MailOutage("protocolo", "a flood that answers no command"));
    }
  }

  #armIdle(): void {
    clearTimeout(this.#idle);
    const { ociosoMs } = this.#network;
    this.#idle = setTimeout(() => this.#fail(new MailOutage("tempo", `silent for ${ociosoMs} ms`)), ociosoMs);
  }

  async #withTotal<T>(work: () => Promise<T>): Promise<T> {
    const { totalMs } = this.#network;
    const late = (): void => this.#fail(new MailOutage("tempo", `an answer took more than ${totalMs} ms`));
    const timer = setTimeout(late, totalMs);
    try {
      return await work();
    } finally {
      clearTimeout(timer);
    }
  }

  #fail(failure: MailOutage): void {
    if (this.#failure !== null) return;
    // the size limit concerns one message; later calls must not reject with it
    this.#failure =
      failure.causa === "grande-demais"
        ? new MailOutage("interrompida", "hung up in the middle of an answer far too large")
        : failure;
    clearTimeout(this.#idle);
    this.#pending?.reject(failure);
    this.#pending = null;
    this.#rest = Buffer.alloc(0);
    this.#socket.destroy();
  }
}
