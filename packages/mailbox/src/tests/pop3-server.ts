import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, createServer as createTlsServer, TLSSocket } from "node:tls";
import type { MailboxConfig } from "../source/mail-source.ts";

/** Content and misbehaviour of the scripted POP3 server, a real server on a real socket. */
export type Pop3Script = {
  mensagens: readonly Buffer[];
  uids?: readonly string[];
  /** Sizes claimed by LIST, when they differ from the true ones. */
  tamanhos?: readonly number[];
  senha?: string;
  /** The access token that XOAUTH2 accepts. */
  token?: string;
  greeting?: string;
  /** Reply to CAPA; STLS is added before TLS only. */
  capabilities?: readonly string[];
  /**
   * Overrides whole replies by command word; of a list, each request takes the next, and the last
   * repeats.
   */
  replies?: Record<string, string | readonly string[]>;
  /** Writes the reply to RETR of a message; by default all at once. */
  entrega?: (socket: Socket, answer: Buffer, number: number) => Promise<void> | void;
  tls?: { key: string; cert: string; minVersion?: "TLSv1"; maxVersion?: "TLSv1.1"; ciphers?: string };
  /** Certificate for TLS after STLS. */
  starttls?: { key: string; cert: string };
  /** Sent in the clear right after the reply to STLS. */
  injected?: string;
};

export type ScriptedPop3 = {
  porta: number;
  /** Every line received on all connections; `TLS` where a connection became protected. */
  commands: string[];
  /** Numbers of the messages deleted by a QUIT. */
  deleted: number[];
  connections: () => number;
  stop: () => Promise<void>;
};

type ServerSession = {
  marcadas: Set<number>;
  seguinte: ((line: string) => string) | null;
  protegida: boolean;
};
type ServerState = { script: Pop3Script; falso: ScriptedPop3; pedidos: Map<string, number> };

/**
 * Encodes a message for the wire, dots stuffed, with terminator. Independent of the client code.
 */
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

/** The mailbox of the scripted server and its only user. */
export function mailboxOf(porta: number, extra: Partial<MailboxConfig> = {}): MailboxConfig {
  const entrada = { kind: "senha", senha: "segredo" } as const;
  return { tipo: "pop3", servidor: "127.0.0.1", porta, usuario: "ana", entrada, ...extra };
}

export async function startPop3(script: Pop3Script): Promise<ScriptedPop3> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const falso: ScriptedPop3 = {
    porta: 0,
    commands: [],
    deleted: [],
    connections: () => connections,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  const servidor: ServerState = { script, falso, pedidos: new Map() };
  const serve = (socket: Socket): void => {
    connections++;
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("close", () => sockets.delete(socket));
    socket.write(script.greeting ?? "+OK pronto\r\n");
    const session = { marcadas: new Set<number>(), seguinte: null, protegida: script.tls !== undefined };
    listen(socket, session, servidor);
  };
  const server: Server = script.tls ? createTlsServer(script.tls, serve) : createServer(serve);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  falso.porta = typeof address === "object" && address !== null ? address.port : 0;
  return falso;
}

function listen(socket: Socket, session: ServerSession, servidor: ServerState): void {
  let pending = "";
  socket.on("error", () => undefined);
  const take = (chunk: Buffer): void => {
    pending += chunk.toString("utf8");
    for (let end = pending.indexOf("\r\n"); end !== -1; end = pending.indexOf("\r\n")) {
      const command = pending.slice(0, end);
      pending = pending.slice(end + 2);
      servidor.falso.commands.push(command);
      if (command === "STLS" && protect(socket, { session, servidor, take })) return;
      void answer(socket, command, { session, servidor });
    }
  };
  socket.on("data", take);
}

function protect(
  socket: Socket,
  {
    session,
    servidor,
    take,
  }: { session: ServerSession; servidor: ServerState; take: (chunk: Buffer) => void },
): boolean {
  const { starttls, injected, replies } = servidor.script;
  if (!starttls || session.protegida || Object.hasOwn(replies ?? {}, "STLS")) return false;
  socket.removeListener("data", take);
  socket.write(`+OK begin\r\n${injected ?? ""}`);
  const secure = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(starttls) });
  secure.once("secure", () => servidor.falso.commands.push("TLS"));
  session.protegida = true;
  listen(secure, session, servidor);
  return true;
}

type ConnectionContext = { session: ServerSession; servidor: ServerState };

async function answer(socket: Socket, command: string, aqui: ConnectionContext): Promise<void> {
  const { script } = aqui.servidor;
  const [word = "", argument = ""] = command.split(" ");
  const scripted = nextScripted(word, aqui.servidor);
  const { seguinte } = aqui.session;
  if (seguinte !== null) {
    aqui.session.seguinte = null;
    socket.write(seguinte(command));
  } else if (scripted !== undefined) {
    socket.write(scripted);
  } else if (word === "RETR") {
    const message = script.mensagens[Number(argument) - 1];
    if (message === undefined) socket.write("-ERR no such message\r\n");
    else {
      const whole = Buffer.concat([Buffer.from("+OK\r\n"), wire(message)]);
      await (script.entrega ?? writeAll)(socket, whole, Number(argument));
    }
  } else if (word === "QUIT") {
    aqui.servidor.falso.deleted.push(...aqui.session.marcadas);
    socket.end("+OK\r\n");
  } else {
    socket.write(honest(word, command, aqui));
  }
}

function nextScripted(word: string, { script, pedidos }: ServerState): string | undefined {
  const scripted = script.replies?.[word];
  const asked = pedidos.get(word) ?? 0;
  pedidos.set(word, asked + 1);
  return Array.isArray(scripted) ? scripted[Math.min(asked, scripted.length - 1)] : scripted?.toString();
}

function writeAll(socket: Socket, bytes: Buffer): void {
  socket.write(bytes);
}

function honest(word: string, command: string, aqui: ConnectionContext): string {
  const { mensagens, uids, tamanhos, senha = "segredo" } = aqui.servidor.script;
  const lines = (item: (index: number) => string): string =>
    `+OK\r\n${mensagens.map((_, index) => `${index + 1} ${item(index)}\r\n`).join("")}.\r\n`;
  const number = Number(command.split(" ")[1]);
  switch (word) {
    case "CAPA":
      return writeCapa(aqui);
    case "UIDL":
      return lines((index) => uids?.[index] ?? `uid-${index + 1}`);
    case "LIST":
      return lines((index) => String(tamanhos?.[index] ?? mensagens[index]?.length ?? 0));
    case "TOP":
      return writeTop(mensagens[number - 1]);
    case "DELE":
      aqui.session.marcadas.add(number);
      return mensagens[number - 1] ? "+OK\r\n" : "-ERR no such message\r\n";
    case "AUTH":
      return authenticate(command, aqui);
    case "PASS":
      return command === `PASS ${senha}` ? "+OK\r\n" : "-ERR [AUTH] invalid login\r\n";
    case "USER":
    case "NOOP":
      return "+OK\r\n";
    default:
      return "-ERR unknown command\r\n";
  }
}

function writeCapa({ session, servidor: { script } }: ConnectionContext): string {
  const stls = script.starttls && !session.protegida ? ["STLS"] : [];
  return `+OK\r\n${[...(script.capabilities ?? ["TOP", "UIDL", "USER"]), ...stls].join("\r\n")}\r\n.\r\n`;
}

function writeTop(message: Buffer | undefined): string {
  if (message === undefined) return "-ERR no such message\r\n";
  const text = message.toString("latin1");
  return `+OK\r\n${wire(Buffer.from(text.slice(0, text.indexOf("\r\n\r\n") + 4), "latin1")).toString("latin1")}`;
}

/** PLAIN and XOAUTH2, in one line or two; a wrong token first gets a challenge, as from Google. */
function authenticate(command: string, aqui: ConnectionContext): string {
  const { senha = "segredo", token } = aqui.servidor.script;
  const [, mechanism, initial] = command.split(" ");
  const expected =
    mechanism === "PLAIN" ? `\0ana\0${senha}` : `user=ana\u0001auth=Bearer ${token}\u0001\u0001`;
  const judge = (line: string): string => {
    if (Buffer.from(line, "base64").toString() === expected) return "+OK\r\n";
    if (mechanism === "PLAIN") return "-ERR [AUTH] invalid login\r\n";
    aqui.session.seguinte = (empty) =>
      empty === "" ? "-ERR [AUTH] invalid credentials\r\n" : "-ERR syntax\r\n";
    return "+ eyJzdGF0dXMiOiI0MDAifQ==\r\n";
  };
  if (initial !== undefined) return judge(initial);
  aqui.session.seguinte = judge;
  return "+ \r\n";
}
