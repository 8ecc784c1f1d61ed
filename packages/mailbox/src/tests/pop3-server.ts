import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";

/** What the scripted POP3 server holds and how it misbehaves. It is a real server on a real socket. */
export type Roteiro = {
  mensagens: readonly Buffer[];
  uids?: readonly string[];
  /** Size claimed by LIST, when it is not the true one. */
  tamanhos?: readonly number[];
  senha?: string;
  saudacao?: string;
  /** Full answers that replace the honest ones, by command word. */
  respostas?: Record<string, string>;
  /** Writes the answer to RETR; by default all at once. */
  entrega?: (socket: Socket, answer: Buffer) => Promise<void> | void;
  tls?: { key: string; cert: string };
};

export type Pop3Falso = {
  porta: number;
  comandos: string[];
  conexoes: () => number;
  stop: () => Promise<void>;
};

/** One message as it goes over the wire, dots stuffed, terminator included. Written apart from the client's own code. */
export function wire(message: Buffer): Buffer {
  const stuffed = message.toString("latin1").replace(/(^|\r\n)\./g, "$1..");
  return Buffer.from(stuffed.endsWith("\r\n") ? `${stuffed}.\r\n` : `${stuffed}\r\n.\r\n`, "latin1");
}

/** Writes pieces as separate TCP segments. */
export async function writePieces(socket: Socket, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces) {
    if (socket.destroyed) return;
    socket.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

export async function startPop3(roteiro: Roteiro): Promise<Pop3Falso> {
  const comandos: string[] = [];
  const sockets = new Set<Socket>();
  let conexoes = 0;
  const serve = (socket: Socket): void => {
    conexoes++;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.write(roteiro.saudacao ?? "+OK pronto\r\n");
    let pending = "";
    socket.on("data", (chunk) => {
      pending += chunk.toString("utf8");
      for (let end = pending.indexOf("\r\n"); end !== -1; end = pending.indexOf("\r\n")) {
        const command = pending.slice(0, end);
        pending = pending.slice(end + 2);
        comandos.push(command);
        void answer(socket, command, roteiro);
      }
    });
  };
  const server: Server = roteiro.tls ? createTlsServer(roteiro.tls, serve) : createServer(serve);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const porta = typeof address === "object" && address !== null ? address.port : 0;
  const stop = (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { porta, comandos, conexoes: () => conexoes, stop };
}

async function answer(socket: Socket, command: string, roteiro: Roteiro): Promise<void> {
  const [word = "", argument = ""] = command.split(" ");
  const scripted = roteiro.respostas?.[word];
  if (scripted !== undefined) {
    socket.write(scripted);
    return;
  }
  if (word === "RETR") {
    const message = roteiro.mensagens[Number(argument) - 1];
    if (message === undefined) socket.write("-ERR no such message\r\n");
    else await (roteiro.entrega ?? writeAll)(socket, Buffer.concat([Buffer.from("+OK\r\n"), wire(message)]));
    return;
  }
  socket.write(honest(word, command, roteiro));
  if (word === "QUIT") socket.end();
}

function writeAll(socket: Socket, bytes: Buffer): void {
  socket.write(bytes);
}

function honest(word: string, command: string, roteiro: Roteiro): string {
  const { mensagens, uids, tamanhos } = roteiro;
  const lines = (item: (index: number) => string): string =>
    `+OK\r\n${mensagens.map((_, index) => `${index + 1} ${item(index)}\r\n`).join("")}.\r\n`;
  switch (word) {
    case "CAPA":
      return "+OK\r\nTOP\r\nUIDL\r\nUSER\r\n.\r\n";
    case "UIDL":
      return lines((index) => uids?.[index] ?? `uid-${index + 1}`);
    case "LIST":
      return lines((index) => String(tamanhos?.[index] ?? mensagens[index]?.length ?? 0));
    case "STAT":
      return `+OK ${mensagens.length} 0\r\n`;
    case "PASS":
      return command === `PASS ${roteiro.senha ?? "segredo"}` ? "+OK\r\n" : "-ERR [AUTH] invalid login\r\n";
    case "USER":
    case "NOOP":
    case "QUIT":
      return "+OK\r\n";
    default:
      return "-ERR unknown command\r\n";
  }
}
