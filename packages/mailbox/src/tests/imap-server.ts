import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer, TLSSocket } from "node:tls";
import { answerHonestly, type ImapCommand, type ImapScript, type ServerSession } from "./imap-replies.ts";

export type { ImapCommand, ImapScript } from "./imap-replies.ts";

export type ScriptedImap = {
  porta: number;
  commands: string[];
  connections: () => number;
  /** Delivers a new message and notifies idle connections. */
  receiveMessage: (message: Buffer) => void;
  /** Stops replying, but keeps the connections open. */
  goSilent: () => void;
  stop: () => Promise<void>;
};

/** Starts a scripted IMAP server on loopback. */
export async function startImap(script: ImapScript): Promise<ScriptedImap> {
  const scriptedServer = new ScriptedServer(script);
  const accept = (socket: Socket): void => scriptedServer.accept(socket);
  const direct = script.tls !== undefined && script.starttls !== true;
  const server: Server = direct ? createTlsServer(script.tls ?? {}, accept) : createServer(accept);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const porta = typeof address === "object" && address !== null ? address.port : 0;
  return {
    porta,
    commands: scriptedServer.commands,
    connections: () => scriptedServer.connections,
    receiveMessage: (bytes) => scriptedServer.receive(bytes),
    goSilent: () => {
      scriptedServer.mudo = true;
    },
    stop: () => {
      scriptedServer.hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

class ScriptedServer {
  readonly commands: string[] = [];
  connections = 0;
  mudo = false;
  readonly #script: ImapScript;
  readonly #sockets = new Set<Socket>();
  readonly #idlers = new Set<Socket>();
  readonly #session: ServerSession;

  constructor(script: ImapScript) {
    this.#script = script;
    const { uids, tamanhos } = script;
    const mensagens = script.mensagens.map((bytes, index) => ({
      uid: uids?.[index] ?? index + 1,
      bytes,
      tamanho: tamanhos?.[index] ?? bytes.length,
      apagada: false,
    }));
    this.#session = { mensagens, idle: null, espera: null };
  }

  accept(socket: Socket): void {
    this.connections++;
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => this.#sockets.delete(socket));
    this.#listen(socket);
    socket.write(this.#script.greeting ?? "* OK pronto\r\n");
  }

  receive(bytes: Buffer): void {
    const { mensagens } = this.#session;
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
        this.commands.push(line);
        if (!this.mudo && !this.#heedsLine(line, socket)) this.#obey(line, socket);
      }
    });
  }

  /** Handles a line that is not a command: a SASL response, or the end of IDLE. */
  #heedsLine(line: string, socket: Socket): boolean {
    const { espera, idle } = this.#session;
    if (espera !== null) {
      this.#session.espera = null;
      espera(line);
      return true;
    }
    if (line.toUpperCase() !== "DONE" || idle === null) return false;
    this.#idlers.delete(socket);
    this.#session.idle = null;
    socket.write(`${idle} OK idle done\r\n`);
    return true;
  }

  #obey(line: string, socket: Socket): void {
    const script = this.#script;
    const command = parseCommand(line, socket instanceof TLSSocket);
    const scripted = script.responde?.(command, socket);
    if (scripted === null) return;
    const answer = scripted ?? answerHonestly(command, { script, session: this.#session, socket });
    const bytes = typeof answer === "string" ? Buffer.from(answer.replaceAll("%t", command.tag)) : answer;
    void (script.entrega ?? writeAll)(socket, bytes, command);
    if (scripted !== undefined) return;
    if (command.nome === "IDLE") this.#idlers.add(socket);
    if (command.nome === "LOGOUT") socket.end();
    if (command.nome === "STARTTLS") this.#protect(socket);
  }

  #protect(socket: Socket): void {
    socket.removeAllListeners("data");
    const secure = new TLSSocket(socket, { isServer: true, ...this.#script.tls });
    this.#sockets.add(secure);
    this.#listen(secure);
  }
}

function writeAll(socket: Socket, bytes: Buffer): void {
  if (!socket.destroyed) socket.write(bytes);
}

function parseCommand(line: string, seguro: boolean): ImapCommand {
  const [tag = "", first = "", ...rest] = line.split(" ");
  const uid = first.toUpperCase() === "UID";
  const nome = (uid ? `UID ${rest.shift() ?? ""}` : first).toUpperCase();
  return { tag, nome, resto: rest.join(" "), seguro };
}
