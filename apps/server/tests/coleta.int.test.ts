import { createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoad, type Road } from "./road.ts";

let road: Road;

beforeAll(async () => {
  road = await createRoad();
});
afterAll(async () => {
  await road.dispose();
});

test("a connection that always breaks at the same message does not cost the ones before it", async () => {
  const box = await openBox({ mensagens: 4, breaksAt: 3 });
  const { caixaId } = await road.createCaixa(road.contaId, { servidor: "127.0.0.1", porta: box.porta });
  expect(await visit(caixaId)).toHaveLength(1);
  expect(await subjects(caixaId)).toEqual(["mensagem 1", "mensagem 2"]);
  expect(await visit(caixaId)).toHaveLength(1);
  expect(await subjects(caixaId)).toEqual(["mensagem 1", "mensagem 2"]);
  box.heal();
  expect(await visit(caixaId)).toEqual([]);
  expect(await subjects(caixaId)).toEqual(["mensagem 1", "mensagem 2", "mensagem 3", "mensagem 4"]);
  await box.close();
});

test("a message the server will not give is asked for again, and the others come", async () => {
  const box = await openBox({ mensagens: 3, refuses: 2 });
  const { caixaId } = await road.createCaixa(road.contaId, { servidor: "127.0.0.1", porta: box.porta });
  expect(await visit(caixaId)).toEqual([]);
  expect(await subjects(caixaId)).toEqual(["mensagem 1", "mensagem 3"]);
  const [caixa] = await road.asOwner("SELECT ultimo_erro FROM caixa_email WHERE id = $1", [caixaId]);
  expect(caixa).toEqual({ ultimo_erro: "protocolo" });
  box.heal();
  await visit(caixaId);
  expect(await subjects(caixaId)).toEqual(["mensagem 1", "mensagem 2", "mensagem 3"]);
  await box.close();
});

test("a mailbox of a real conta at an internal address is refused, sandbox or not", async () => {
  const { contaId } = await road.createConta({ sandbox: false });
  const box = await openBox({ mensagens: 1 });
  const { caixaId } = await road.createCaixa(contaId, { servidor: "127.0.0.1", porta: box.porta });
  await plan(contaId, caixaId);
  expect(await road.run("poll")).toHaveLength(1);
  const [caixa] = await road.asOwner("SELECT ultimo_erro FROM caixa_email WHERE id = $1", [caixaId]);
  expect(caixa).toEqual({ ultimo_erro: "endereco-proibido" });
  expect(box.connections()).toBe(0);
  await box.close();
});

async function visit(caixaId: string): Promise<unknown[]> {
  await road.asOwner("DELETE FROM tarefa WHERE tipo = 'poll'");
  await plan(road.contaId, caixaId);
  const errors = await road.run("poll");
  await road.run("ingest");
  return errors;
}

async function plan(contaId: string, caixaId: string): Promise<void> {
  await road.asOwner("DELETE FROM tarefa WHERE tipo = 'poll'");
  await road.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, criado_em) VALUES ($1, uuidv7(), 'poll', $2, now() - interval '1 hour', now())`,
    [contaId, caixaId],
  );
}

async function subjects(caixaId: string): Promise<string[]> {
  const rows = await road.asOwner<{ assunto: string }>(
    "SELECT assunto FROM email WHERE caixa_id = $1 ORDER BY assunto",
    [caixaId],
  );
  return rows.map((row) => row.assunto);
}

type Box = { porta: number; heal(): void; connections(): number; close(): Promise<void> };

/** A POP3 server of a few lines, whose fault is at one message alone: the sandbox's faults are at all of them. */
async function openBox(o: { mensagens: number; breaksAt?: number; refuses?: number }): Promise<Box> {
  let healed = false;
  let connections = 0;
  const id = Math.random().toString(36).slice(2);
  const text = (n: number): string =>
    `From: a@b.example\r\nSubject: mensagem ${n}\r\nX-Id: ${id}\r\n\r\noi ${n}\r\n`;
  const all = Array.from({ length: o.mensagens }, (_, i) => i + 1);
  const answer = (socket: Socket, line: string): string | null => {
    const [verb, argument] = line.trim().toUpperCase().split(" ");
    const n = Number(argument);
    if (verb === "CAPA") return "+OK\r\nUSER\r\nUIDL\r\n.\r\n";
    if (verb === "UIDL") return `+OK\r\n${all.map((i) => `${i} ${id}-${i}\r\n`).join("")}.\r\n`;
    if (verb === "LIST") return `+OK\r\n${all.map((i) => `${i} ${text(i).length}\r\n`).join("")}.\r\n`;
    if (verb !== "RETR") return "+OK\r\n";
    if (!healed && n === o.refuses) return "-ERR temporarily not here\r\n";
    if (healed || n !== o.breaksAt) return `+OK\r\n${text(n)}.\r\n`;
    socket.end(`+OK\r\n${text(n).slice(0, 20)}`);
    return null;
  };
  const server: Server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    socket.write("+OK pronto\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString("latin1").split("\r\n").filter(Boolean)) {
        const said = answer(socket, line);
        if (said !== null) socket.write(said);
        if (line === "QUIT") socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the box has no port");
  return {
    porta: address.port,
    heal: () => {
      healed = true;
    },
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
