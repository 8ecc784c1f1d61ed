import type { Socket } from "node:net";

/** One command as received. `nome` is upper case and includes a leading UID. */
export type ImapCommand = { tag: string; nome: string; resto: string; seguro: boolean };

/** Content and misbehaviour of the scripted IMAP server, a real server on a real socket. */
export type ImapScript = {
  mensagens: readonly Buffer[];
  /** UIDs in the order of `mensagens`; 1, 2, 3… by default. */
  uids?: readonly number[];
  /** Claimed sizes, when they differ from the true ones. */
  tamanhos?: readonly number[];
  uidValidity?: number;
  greeting?: string;
  capabilities?: string;
  senha?: string;
  token?: string;
  /**
   * Overrides a reply, with `%t` for the tag; undefined keeps the correct reply, null sends none.
   */
  responde?: (command: ImapCommand, socket: Socket) => string | Buffer | null | undefined;
  /** Writes each reply; by default all at once. */
  entrega?: (socket: Socket, answer: Buffer, command: ImapCommand) => Promise<void> | void;
  tls?: { key: string; cert: string };
  /** With `tls`: plain until STARTTLS. */
  starttls?: boolean;
};

/** A message of the scripted server. */
export type ServerMessage = { uid: number; bytes: Buffer; tamanho: number; apagada: boolean };
/** State shared by all connections; tests use one at a time. `espera` receives the next line. */
export type ServerSession = {
  mensagens: ServerMessage[];
  idle: string | null;
  espera: ((line: string) => void) | null;
};

const CAPABILITIES = "IMAP4rev1 IDLE UIDPLUS ID NAMESPACE AUTH=PLAIN";

export type ServerContext = { script: ImapScript; session: ServerSession; socket: Socket };

/** The reply of a server that follows the protocol. */
export function answerHonestly(command: ImapCommand, scene: ServerContext): string | Buffer {
  const { script, session } = scene;
  const done = "%t OK feito\r\n";
  switch (command.nome) {
    case "CAPABILITY":
      return `* CAPABILITY ${script.capabilities ?? CAPABILITIES}${script.starttls && !command.seguro ? " STARTTLS" : ""}\r\n${done}`;
    case "NAMESPACE":
      return `* NAMESPACE (("" "/")) NIL NIL\r\n${done}`;
    case "LIST":
      return `* LIST () "/" INBOX\r\n${done}`;
    case "SELECT":
    case "EXAMINE":
      return selectAnswer(command, scene);
    case "LOGIN":
    case "AUTHENTICATE":
      return signIn(command, scene);
    case "UID SEARCH":
      return `* SEARCH${found(command.resto, session)}\r\n${done}`;
    case "UID FETCH":
      return fetchAnswer(command, session);
    case "UID STORE":
      for (const message of namedBy(command.resto, session)) message.apagada = true;
      return done;
    case "UID EXPUNGE":
      return expungeAnswer(command, session);
    case "NOOP":
      return `* ${session.mensagens.length} EXISTS\r\n${done}`;
    case "IDLE":
      session.idle = command.tag;
      return "+ esperando\r\n";
    case "LOGOUT":
      return `* BYE ate logo\r\n${done}`;
    case "ID":
    case "STARTTLS":
      return done;
    default:
      return "%t BAD unknown command\r\n";
  }
}

function selectAnswer({ nome }: ImapCommand, { script, session }: ServerContext): string {
  const last = session.mensagens.at(-1)?.uid ?? 0;
  return [
    `* ${session.mensagens.length} EXISTS`,
    "* FLAGS (\\Seen \\Deleted)",
    `* OK [UIDVALIDITY ${script.uidValidity ?? 7}] validos`,
    `* OK [UIDNEXT ${last + 1}] proximo`,
    `%t OK [${nome === "SELECT" ? "READ-WRITE" : "READ-ONLY"}] aberta\r\n`,
  ].join("\r\n");
}

function signIn(command: ImapCommand, { script, session, socket }: ServerContext): string {
  const { senha = "segredo", token } = script;
  const verdict = (ok: boolean): string =>
    `${command.tag} ${ok ? "OK entrou" : "NO [AUTHENTICATIONFAILED] recusado"}\r\n`;
  if (command.nome === "LOGIN") return verdict(command.resto.endsWith(`"${senha}"`));
  const [mechanism, initial] = command.resto.split(" ");
  if (mechanism === "PLAIN") {
    session.espera = (line) => socket.write(verdict(decode(line).endsWith(`\0${senha}`)));
    return "+ \r\n";
  }
  if (decode(initial ?? "").includes(`auth=Bearer ${token}\u0001\u0001`)) return verdict(true);
  session.espera = () => socket.write(verdict(false));
  return `+ ${Buffer.from('{"status":"401"}').toString("base64")}\r\n`;
}

function decode(text: string): string {
  return Buffer.from(text, "base64").toString("utf8");
}

function found(resto: string, { mensagens }: ServerSession): string {
  const from = Number(/UID (\d+):\*/.exec(resto)?.[1] ?? 1);
  const last = mensagens.at(-1);
  const hits = mensagens.filter(({ uid }) => uid >= from);
  const named = hits.length === 0 && last !== undefined ? [last] : hits; // `n:*` always includes the last one
  return named.map(({ uid }) => ` ${uid}`).join("");
}

function namedBy(resto: string, { mensagens }: ServerSession): ServerMessage[] {
  const ranges = (resto.split(" ")[0] ?? "").split(",").map((part) => part.split(":").map(Number));
  const named = ranges.flatMap(([low = 0, high = low]) => {
    const start = lowerBound(mensagens, low);
    const end = lowerBound(mensagens, high + 1);
    return mensagens.slice(start, end);
  });
  return named;
}

function lowerBound(mensagens: readonly ServerMessage[], uid: number): number {
  let [low, high] = [0, mensagens.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((mensagens[middle]?.uid ?? 0) < uid) low = middle + 1;
    else high = middle;
  }
  return low;
}

function fetchAnswer({ tag, resto }: ImapCommand, session: ServerSession): Buffer {
  const parts: Buffer[] = [];
  for (const message of namedBy(resto, session)) {
    const number = lowerBound(session.mensagens, message.uid) + 1;
    const { uid, tamanho } = message;
    if (resto.includes("RFC822.SIZE")) {
      parts.push(Buffer.from(`* ${number} FETCH (UID ${uid} RFC822.SIZE ${tamanho})\r\n`));
      continue;
    }
    const section = resto.includes("[HEADER]") ? "HEADER" : "";
    const bytes = section === "" ? message.bytes : headerOf(message.bytes);
    parts.push(Buffer.from(`* ${number} FETCH (UID ${uid} BODY[${section}] {${bytes.length}}\r\n`), bytes);
    parts.push(Buffer.from(")\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from(`${tag} OK feito\r\n`)]);
}

function headerOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf("\r\n\r\n");
  return end === -1 ? bytes : bytes.subarray(0, end + 4);
}

function expungeAnswer(command: ImapCommand, session: ServerSession): string {
  const lines: string[] = [];
  for (const message of namedBy(command.resto, session).filter(({ apagada }) => apagada)) {
    const at = session.mensagens.indexOf(message);
    session.mensagens.splice(at, 1);
    lines.push(`* ${at + 1} EXPUNGE\r\n`);
  }
  return `${lines.join("")}%t OK feito\r\n`;
}
