import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { answerHonestly, type ComandoImap, type RoteiroImap, type Sessao } from "./imap-replies.ts";

export type { ComandoImap, RoteiroImap } from "./imap-replies.ts";

export type ImapFalso = {
  porta: number;
  comandos: string[];
  conexoes: () => number;
  /** Delivers a new message and notifies idle connections. */
  chega: (mensagem: Buffer) => void;
  /** Stops replying, but keeps the connections open. */
  emudece: () => void;
  stop: () => Promise<void>;
};

/** Starts a scripted IMAP server on loopback. */
export async function startImap(roteiro: RoteiroImap): Promise<ImapFalso> {
  const servidor = new Servidor(roteiro);
  const accept = (socket: Socket): void => servidor.accept(socket);
  const direct = roteiro.tls !== undefined && roteiro.starttls !== true;
  const server: Server = direct ? createTlsServer(roteiro.tls ?? {}, accept) : createServer(accept);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const porta = typeof address === "object" && address !== null ? address.port : 0;
  return {
    porta,
    comandos: servidor.comandos,
    conexoes: () => servidor.conexoes,
    chega: (bytes) => servidor.receive(bytes),
    emudece: () => {
      servidor.mudo = true;
    },
    stop: () => {
      servidor.hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

class Servidor {
  readonly comandos: string[] = [];
  conexoes = 0;
  mudo = false;
  readonly #roteiro: RoteiroImap;
  readonly #sockets = new Set<Socket>();
  readonly #idlers = new Set<Socket>();
  readonly #sessao: Sessao;

  constructor(roteiro: RoteiroImap) {
    this.#roteiro = roteiro;
    const { uids, tamanhos } = roteiro;
    const mensagens = roteiro.mensagens.map((bytes, index) => ({
      uid: uids?.[index] ?? index + 1,
      bytes,
      tamanho: tamanhos?.[index] ?? bytes.length,
      apagada: false,
    }));
    this.#sessao = { mensagens, idle: null, espera: null };
  }

  accept(socket: Socket): void {
    this.conexoes++;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => this.#sockets.delete(socket));
    this.#listen(socket);
    socket.write(this.#roteiro.saudacao ?? "* OK pronto\r\n");
  }

  receive(bytes: Buffer): void {
    const { mensagens } = this.#sessao;
    const uid = (mensagens.at(-1)?.uid ?? 0) + 1;
    mensagens.push({ uid, bytes, tamanho: bytes.length, apagada: false });
    for (const socket of this.#idlers) socket.write(`* ${mensagens.length} EXISTS\r\n`);
  }

  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #listen(socket: Socket): void {
    let pending = Buffer.alloc(0);
    socket.on("error", () => undefined);
    socket.on("data", (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (let end = pending.indexOf("\r\n"); end !== -1; end = pending.indexOf("\r\n")) {
        const line = pending.subarray(0, end).toString("utf8");
        pending = pending.subarray(end + 2);
        this.comandos.push(line);
        if (!this.mudo && !this.#heedsLine(line, socket)) this.#obey(line, socket);
      }
    });
  }

  /** Handles a line that is not a command: a SASL response, or the end of IDLE. */
  #heedsLine(line: string, socket: Socket): boolean {
    const { espera, idle } = this.#sessao;
    if (espera !== null) {
      this.#sessao.espera = null;
      espera(line);
      return true;
    }
    if (line.toUpperCase() !== "DONE" || idle === null) return false;
    this.#idlers.delete(socket);
    this.#sessao.idle = null;
    socket.write(`${idle} OK idle done\r\n`);
    return true;
  }

  #obey(line: string, socket: Socket): void {
    const roteiro = this.#roteiro;
    const comando = parseComando(line, socket instanceof TLSSocket);
    const scripted = roteiro.responde?.(comando, socket);
    if (scripted === null) return;
    const answer = scripted ?? answerHonestly(comando, { roteiro, sessao: this.#sessao, socket });
    const bytes = typeof answer === "string" ? Buffer.from(answer.replaceAll("%t", comando.tag)) : answer;
    void (roteiro.entrega ?? writeAll)(socket, bytes, comando);
    if (scripted !== undefined) return;
    if (comando.nome === "IDLE") this.#idlers.add(socket);
    if (comando.nome === "LOGOUT") socket.end();
    if (comando.nome === "STARTTLS") this.#protect(socket);
  }

  #protect(socket: Socket): void {
    socket.removeAllListeners("data");
    const secure = new TLSSocket(socket, { isServer: true, ...this.#roteiro.tls });
    this.#sockets.add(secure);
    this.#listen(secure);
  }
}

function writeAll(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes);
}

function parseComando(line: string, seguro: boolean): ComandoImap {
  const [tag = "", first = "", ...rest] = line.split(" ");
  const uid = first.toUpperCase() === "UID";
  const nome = (uid ? `UID ${rest.shift() ?? ""}` : first).toUpperCase();
  return { tag, nome, resto: rest.join(" "), seguro };
}
