import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, rootCertificates } from "node:tls";
import { MailOutage, toOutage } from "./failure.ts";
import { type Corpo, DotReader, LineReader, type Reader } from "./framing.ts";
import type { Destino, RedePolitica } from "./rede.ts";

/** First line of an answer: `+OK text` or `-ERR text`. */
export type Status = { ok: boolean; texto: string };

/** Bytes a server may send unasked before we hang up: room for a parting line, none for a flood. */
const NAO_PEDIDO_MAX_BYTES = 65_536;

type Pending = { push(chunk: Buffer): Buffer | null; reject(error: MailOutage): void };

/**
 * One POP3 conversation over one socket: sends a line, reads its whole answer under three deadlines. Whatever goes
 * wrong (error, close, reset, silence, garbage) becomes one MailOutage, which this and every later call rejects with.
 */
export class Pop3Connection {
  readonly #socket: Socket;
  readonly #rede: RedePolitica;
  #rest: Buffer = Buffer.alloc(0);
  #pending: Pending | null = null;
  #failure: MailOutage | null = null;
  #idle: NodeJS.Timeout | undefined;

  constructor(socket: Socket, rede: RedePolitica) {
    this.#socket = socket;
    this.#rede = rede;
    socket.setNoDelay(true);
    socket.on("error", (error) => this.#fail(toOutage(error)));
    socket.on("close", () => this.#fail(new MailOutage("interrompida", "the server closed the connection")));
    socket.on("end", () => this.#fail(new MailOutage("interrompida", "the server ended the connection")));
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    if (socket.destroyed) this.#fail(new MailOutage("interrompida", "closed before the greeting"));
  }

  /** The greeting, which comes unasked. */
  greet(): Promise<Status> {
    return this.#withTotal(() => this.#status());
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

  /** Ends the conversation at once; never throws. */
  destroy(): void {
    this.#fail(new MailOutage("interrompida", "closed by us"));
  }

  #command(command: string): Promise<Status> {
    if (this.#failure === null && this.#rest.length > 0) {
      this.#fail(new MailOutage("protocolo", "bytes that answer no command"));
    }
    if (this.#failure === null) this.#socket.write(`${command}\r\n`);
    return this.#status();
  }

  async #status(): Promise<Status> {
    const line = await this.#read(new LineReader());
    const match = /^(\+OK|-ERR)(?:\s(.*))?$/i.exec(line);
    if (match === null) {
      this.#fail(new MailOutage("protocolo", `neither +OK nor -ERR: ${line}`));
      throw this.#failure;
    }
    return { ok: match[1]?.startsWith("+") === true, texto: match[2] ?? "" };
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

/** Opens the socket to the first address that answers, all under one connect deadline.
 * @param segura TLS from the first byte, 1.2 or newer, certificate verified against the name (never against the IP,
 * unless the person typed an IP)   @throws MailOutage recusada, tempo, tls, interrompida */
export async function connectPop3(
  destino: Destino,
  segura: boolean,
  rede: RedePolitica,
): Promise<Pop3Connection> {
  const until = Date.now() + rede.conexaoMs;
  let failure = new MailOutage("recusada", "no address");
  for (const endereco of destino.enderecos) {
    try {
      const socket = openSocket({ ...destino, endereco }, segura, rede);
      socket.on("error", () => undefined); // @NOTE covers the tick in which nobody else listens
      await whenOpen(socket, { evento: segura ? "secureConnect" : "connect", prazoMs: until - Date.now() });
      return new Pop3Connection(socket, rede);
    } catch (error) {
      failure = toOutage(error);
      if (failure.causa === "tls" || failure.causa === "tempo") break;
    }
  }
  throw failure;
}

function openSocket(
  alvo: { nome: string; porta: number; endereco: string },
  segura: boolean,
  rede: RedePolitica,
): Socket {
  const tcp = { host: alvo.endereco, port: alvo.porta };
  if (!segura) return connectTcp(tcp);
  const sni = isIP(alvo.nome) ? {} : { servername: alvo.nome };
  const ca = rede.ancoras && rede.ancoras.length > 0 ? { ca: [...rootCertificates, ...rede.ancoras] } : {};
  return connectTls({ ...tcp, ...sni, ...ca, minVersion: "TLSv1.2", rejectUnauthorized: true });
}

function whenOpen(socket: Socket, espera: { evento: string; prazoMs: number }): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const settle = (error?: unknown): void => {
      clearTimeout(timer);
      socket.removeListener(espera.evento, opened);
      socket.removeListener("close", closed);
      socket.removeListener("error", settle);
      if (error === undefined) {
        resolve();
      } else {
        socket.destroy();
        reject(error);
      }
    };
    const opened = (): void => settle();
    const closed = (): void => settle(new MailOutage("interrompida", "closed before it was open"));
    const late = (): void => settle(new MailOutage("tempo", "connecting took too long"));
    const timer = setTimeout(late, Math.max(espera.prazoMs, 0));
    socket.on("error", settle);
    socket.once(espera.evento, opened);
    socket.once("close", closed);
  });
}
