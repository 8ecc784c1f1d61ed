import { randomUUID } from "node:crypto";
import { createServer, type Socket } from "node:net";
import type { Road } from "./road.ts";

/** A message of a POP3 server. claims: a false announced size. */
export type MensagemServida = { uid: string; raw: string; claims?: number };

/** A small POP3 server whose messages a test can change; it deletes at QUIT. @source RFC 1939 §6 */
export type ServidorPop3 = {
  porta: number;
  mensagens: MensagemServida[];
  /** Lines received since the start. */
  heard: string[];
  close(): Promise<void>;
};

/** onDele: awaited before a message is marked, with its bytes. senha: false refuses the password. */
export type OpcoesPop3 = { onDele?: (raw: string) => Promise<void>; senha?: () => boolean };

export async function openServidorPop3(
  mensagens: MensagemServida[],
  o: OpcoesPop3 = {},
): Promise<ServidorPop3> {
  const servidor: ServidorPop3 = { porta: 0, mensagens, heard: [], close: async () => {} };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write("+OK pronto\r\n");
    converse(socket, servidor, o);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  servidor.porta = address.port;
  servidor.close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return servidor;
}

function converse(socket: Socket, servidor: ServidorPop3, o: OpcoesPop3): void {
  let turn: Promise<void> = Promise.resolve();
  const seen = [...servidor.mensagens];
  const marked = new Set<MensagemServida>();
  socket.on("data", (data) => {
    for (const line of data.toString("latin1").split("\r\n").filter(Boolean)) {
      turn = turn.then(async () => {
        servidor.heard.push(line);
        const [verb = "", argument] = line.split(" ");
        const mensagem = seen[Number(argument) - 1];
        if (verb === "DELE" && mensagem) {
          await o.onDele?.(mensagem.raw);
          marked.add(mensagem);
        }
        if (verb === "QUIT") servidor.mensagens = servidor.mensagens.filter((each) => !marked.has(each));
        if (socket.writable) socket.write(answer({ verb, mensagem, seen, o }), "latin1");
        if (verb === "QUIT") socket.end();
      });
    }
  });
}

type Pergunta = {
  verb: string;
  mensagem: MensagemServida | undefined;
  seen: readonly MensagemServida[];
  o: OpcoesPop3;
};

function answer({ verb, mensagem, seen, o }: Pergunta): string {
  if (verb === "CAPA") return "+OK\r\nUSER\r\nUIDL\r\nTOP\r\n.\r\n";
  if (verb === "PASS" && o.senha?.() === false) return "-ERR [AUTH] no\r\n";
  if (verb === "UIDL") return list(seen.map(({ uid }) => uid));
  if (verb === "LIST") return list(seen.map(({ raw, claims }) => String(claims ?? raw.length)));
  if (!mensagem || (verb !== "RETR" && verb !== "TOP")) return "+OK\r\n";
  const { raw } = mensagem;
  return `+OK\r\n${verb === "TOP" ? raw.slice(0, raw.indexOf("\r\n\r\n") + 4) : raw}.\r\n`;
}

function list(values: readonly string[]): string {
  return `+OK\r\n${values.map((value, n) => `${n + 1} ${value}\r\n`).join("")}.\r\n`;
}

/** A small message; the same assunto and id give the same bytes. */
export function writeMensagem(assunto: string, o: { id?: string; corpo?: string } = {}): string {
  const { id = randomUUID(), corpo = "oi" } = o;
  return `From: a@b.example\r\nSubject: ${assunto}\r\nMessage-ID: <${id}@b.example>\r\n\r\n${corpo}\r\n`;
}

/** Makes the poll of one mailbox due and removes all other polls. */
export async function planVisita(road: Road, contaId: string, caixaId: string): Promise<void> {
  await road.asOwner("DELETE FROM tarefa WHERE tipo = 'poll'");
  await road.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, criado_em) VALUES ($1, uuidv7(), 'poll', $2, now() - interval '1 hour', now())`,
    [contaId, caixaId],
  );
}

/** Polls a mailbox of the demo conta and ingests its mail; returns the errors of failed jobs. */
export async function visitCaixa(road: Road, caixaId: string, jobMs?: number): Promise<unknown[]> {
  await planVisita(road, road.contaId, caixaId);
  const errors = await road.run("poll", jobMs);
  await road.run("ingest");
  return errors;
}

/** Subjects of the e-mails of a mailbox, in order. */
export async function listAssuntos(road: Road, caixaId: string): Promise<string[]> {
  const rows = await road.asOwner<{ assunto: string }>(
    "SELECT assunto FROM email WHERE caixa_id = $1 ORDER BY assunto",
    [caixaId],
  );
  return rows.map((row) => row.assunto);
}
