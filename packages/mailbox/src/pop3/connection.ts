import type { Socket } from "node:net";
import { MailOutage, toOutage } from "../failure/outage.ts";
import type { RedePolitica } from "../network/endpoint.ts";
import { type Corpo, DotReader, LineReader, type Reader } from "./framing.ts";

/** First line of an answer: `+OK text` or `-ERR text`. */
export type Status = { ok: boolean; texto: string };

/** How a dialogue of SASL asks for more.  @source RFC 5034 §4 */
const CONTINUA = /^\+(?: |$)/;

/** Bytes a server may send unasked before we hang up: room for a parting line, none for a flood. */
const NAO_PEDIDO_MAX_BYTES = 65_536;

type Pending = { push(chunk: Buffer): Buffer | null; reject(error: MailOutage): void };

/**
 * One POP3 conversation over one socket: sends a line, reads its whole answer under three deadlines. Whatever goes
 * wrong (error, close, reset, silence, garbage) becomes one MailOutage, which this and every later call rejects with.
 */
export class Pop3Connection {
  #socket: Socket;
  readonly #rede: RedePolitica;
  #rest: Buffer = Buffer.alloc(0);
  #pending: Pending | null = null;
  #failure: MailOutage | null = null;
  #idle: NodeJS.Timeout | undefined;
  #clean = (texto: string): string => texto;

  constructor(socket: Socket, rede: RedePolitica) {
    this.#socket = socket;
    this.#rede = rede;
    this.#listen();
  }

  /** The greeting, which comes unasked. */
  greet(): Promise<Status> {
    return this.#withTotal(async () => this.#toStatus(await this.#read(new LineReader())));
  }

  /** Sends one command and reads its status line. */
  ask(command: string): Promise<Status> {
    return this.#withTotal(() => this.#command(command));
  }

  /** Sends one command; when accepted, also reads the multi-line part, dropping it beyond `maxBytes`. */
  askCorpo(command: string, maxBytes: number): Promise<Status & { corpo: Corpo | null }> {
    return this.#withTotal(async () => {
      const status = await this.#command(command);
      const corpo = status.ok ? await this.#read(new DotReader(maxBytes)) : null;
      return { ...status, corpo };
    });
  }

  /** Sends a SASL command; `resposta`, already encoded, goes on a line of its own when the server asks for it. The error
   * that a server sends as one more question (XOAUTH2) is acknowledged with an empty line. */
  askSasl(command: string, resposta: string | null): Promise<Status> {
    return this.#withTotal(async () => {
      let line = await this.#exchange(command);
      if (resposta !== null && CONTINUA.test(line)) line = await this.#exchange(resposta);
      if (CONTINUA.test(line)) line = await this.#exchange("");
      return this.#toStatus(line);
    });
  }

  /** Goes on over another socket made out of this one, as STLS does.
   * @throws MailOutage tls, when anything came in the clear that no command had asked for */
  async protect(wrap: (socket: Socket) => Promise<Socket>): Promise<void> {
    const socket = this.#socket;
    this.#ignore(socket);
    // @NOTE whoever sits on the line may have sent commands' answers ahead, hoping that they count as protected (RFC 2595 §4)
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

  /** From now on, what the server says is cleaned by this before anybody quotes it. */
  cleanWith(clean: (texto: string) => string): void {
    this.#clean = clean;
  }

  /** Ends the conversation at once; never throws. */
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
      // @NOTE never quoted: a service that only echoes would have the password in its answer
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
    if (this.#rest.length > NAO_PEDIDO_MAX_BYTES) {
      this.#fail(new MailOutage("protocolo", "a flood that answers no command"));
    }
  }

  #armIdle(): void {
    clearTimeout(this.#idle);
    const { ociosoMs } = this.#rede;
    this.#idle = setTimeout(() => this.#fail(new MailOutage("tempo", `silent for ${ociosoMs} ms`)), ociosoMs);
  }

  async #withTotal<T>(work: () => Promise<T>): Promise<T> {
    const { totalMs } = this.#rede;
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
    // too large is a verdict on one message: whoever asks for the next one must not take it for that one's
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
