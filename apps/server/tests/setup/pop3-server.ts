import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import type { TestPipeline } from "./test-pipeline.ts";

/** A message of a POP3 server. claims: a false announced size. */
export type ServedMessage = { uid: string; raw: string; claims?: number };

/** A small POP3 server whose messages a test can change; it deletes at QUIT. @source RFC 1939 §6 */
export type Pop3Server = {
  port: number;
  messages: ServedMessage[];
  /** Lines received since the start. */
  received: string[];
  close(): Promise<void>;
};

/** onDele: awaited before a message is marked, with its bytes. senha: false refuses the password. */
export type Pop3Options = { onDele?: (raw: string) => Promise<void>; senha?: () => boolean };

export async function openPop3Server(messages: ServedMessage[], o: Pop3Options = {}): Promise<Pop3Server> {
  const servidor: Pop3Server = { port: 0, messages, received: [], close: async () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write("+OK pronto\r\n");
    serve(socket, servidor, o);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  servidor.port = address.port;
  servidor.close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return servidor;
}

function serve(socket: Socket, servidor: Pop3Server, o: Pop3Options): void {
  let turn: Promise<void> = Promise.resolve();
  const seen = [...servidor.messages];
  const marked = new Set<ServedMessage>();
  socket.on("data", (data) => {
    for (const line of data.toString("latin1").split("\r\n").filter(Boolean)) {
      turn = turn.then(async () => {
        servidor.received.push(line);
        const [verb = "", argument] = line.split(" ");
        const message = seen[Number(argument) - 1];
        if (verb === "DELE" && message) {
          await o.onDele?.(message.raw);
          marked.add(message);
        }
        if (verb === "QUIT") servidor.messages = servidor.messages.filter((each) => !marked.has(each));
        if (socket.writable) socket.write(answer({ verb, message, seen, o }), "latin1");
        if (verb === "QUIT") socket.end();
      });
    }
  });
}

type Command = {
  verb: string;
  message: ServedMessage | undefined;
  seen: readonly ServedMessage[];
  o: Pop3Options;
};

function answer({ verb, message, seen, o }: Command): string {
  if (verb === "CAPA") return "+OK\r\nUSER\r\nUIDL\r\nTOP\r\n.\r\n";
  if (verb === "PASS" && o.senha?.() === false) return "-ERR [AUTH] no\r\n";
  if (verb === "UIDL") return list(seen.map(({ uid }) => uid));
  if (verb === "LIST") return list(seen.map(({ raw, claims }) => String(claims ?? raw.length)));
  if (!message || (verb !== "RETR" && verb !== "TOP")) return "+OK\r\n";
  const { raw } = message;
  return `+OK\r\n${verb === "TOP" ? raw.slice(0, raw.indexOf("\r\n\r\n") + 4) : raw}.\r\n`;
}

function list(values: readonly string[]): string {
  return `+OK\r\n${values.map((value, n) => `${n + 1} ${value}\r\n`).join("")}.\r\n`;
}

/** A small message; the same assunto and id give the same bytes. */
export function writeMessage(assunto: string, o: { id?: string; corpo?: string } = {}): string {
  const { id = randomUUID(), corpo = "oi" } = o;
  return `From: a@b.example\r\nSubject: ${assunto}\r\nMessage-ID: <${id}@b.example>\r\n\r\n${corpo}\r\n`;
}

/** Makes the poll of one mailbox due and removes all other polls. */
export async function planPoll(pipeline: TestPipeline, contaId: string, caixaId: string): Promise<void> {
  await pipeline.asOwner("DELETE FROM tarefa WHERE tipo = 'poll'");
  await pipeline.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, criado_em) VALUES ($1, uuidv7(), 'poll', $2, now() - interval '1 hour', now())`,
    [contaId, caixaId],
  );
}

/** Polls a mailbox of the demo conta and ingests its mail; returns the errors of failed jobs. */
export async function pollCaixa(pipeline: TestPipeline, caixaId: string, jobMs?: number): Promise<unknown[]> {
  await planPoll(pipeline, pipeline.contaId, caixaId);
  const errors = await pipeline.run("poll", jobMs);
  await pipeline.run("ingest");
  return errors;
}

/** Subjects of the e-mails of a mailbox, in order. */
export async function listSubjects(pipeline: TestPipeline, caixaId: string): Promise<string[]> {
  const rows = await pipeline.asOwner<{ assunto: string }>(
    "SELECT assunto FROM email WHERE caixa_id = $1 ORDER BY assunto",
    [caixaId],
  );
  return rows.map((row) => row.assunto);
}
