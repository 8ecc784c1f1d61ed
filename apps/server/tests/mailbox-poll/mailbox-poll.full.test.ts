import { createServer, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;

beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(async () => {
  await pipeline.dispose();
});

test("a connection that always breaks at one message does not block the others", async () => {
  const faulty = await openFaultyServer({ mensagens: 4, breaksAt: 3 });
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
    servidor: "127.0.0.1",
    port: faulty.port,
  });
  expect(await visit(caixaId)).toHaveLength(1);
  expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 2"]);
  expect(await visit(caixaId)).toHaveLength(1);
  expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 2", "mensagem 4"]);
  faulty.heal();
  expect(await visit(caixaId)).toEqual([]);
  expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 2", "mensagem 3", "mensagem 4"]);
  await faulty.close();
});

test("a message that the server refuses is requested again, and the others are collected", async () => {
  const faulty = await openFaultyServer({ mensagens: 3, refuses: 2 });
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
    servidor: "127.0.0.1",
    port: faulty.port,
  });
  expect(await visit(caixaId)).toEqual([]);
  expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 3"]);
  const [caixa] = await pipeline.asOwner("SELECT ultimo_erro FROM caixa_email WHERE id = $1", [caixaId]);
  expect(caixa).toEqual({ ultimo_erro: "protocolo" });
  faulty.heal();
  await visit(caixaId);
  expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 2", "mensagem 3"]);
  await faulty.close();
});

test("a mailbox of a real conta at an internal address is refused, also with the sandbox enabled", async () => {
  const { contaId } = await pipeline.createConta({ sandbox: false });
  const faulty = await openFaultyServer({ mensagens: 1 });
  const { caixaId } = await pipeline.createCaixa(contaId, { servidor: "127.0.0.1", port: faulty.port });
  await planPoll(contaId, caixaId);
  expect(await pipeline.run("poll")).toHaveLength(1);
  const [caixa] = await pipeline.asOwner("SELECT ultimo_erro FROM caixa_email WHERE id = $1", [caixaId]);
  expect(caixa).toEqual({ ultimo_erro: "endereco-proibido" });
  expect(faulty.connections()).toBe(0);
  await faulty.close();
});

describe("a message above the size limit", () => {
  const KB = 1_024;

  test("a message above the limit stays on the server; its e-mail is in quarentena with the reason", async () => {
    const faulty = await openFaultyServer({ mensagens: 3, large: { n: 2, bytes: 90 * KB } });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    await withLimit(64 * KB, async () => {
      expect(await visit(caixaId)).toEqual([]);
      expect(await findTooLarge(caixaId)).toEqual([
        { estado: "quarentena", motivo: "mensagem-grande-demais", sha256: null, tamanho: faulty.sizeOf(2) },
      ]);
      expect(await listSubjects(caixaId)).toEqual(["", "mensagem 1", "mensagem 3"]);
      await visit(caixaId);
      expect(await findTooLarge(caixaId)).toHaveLength(1);
      expect(faulty.countRequests(2)).toBe(0);
    });
    await faulty.close();
  });

  test("a message above the limit is fetched once the limit is raised, as the same e-mail", async () => {
    const faulty = await openFaultyServer({ mensagens: 2, large: { n: 1, bytes: 90 * KB } });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    await withLimit(64 * KB, () => visit(caixaId));
    const [before] = await findIds(caixaId, "");
    await visit(caixaId);
    expect(await findTooLarge(caixaId)).toEqual([]);
    expect(await findIds(caixaId, "mensagem 1")).toEqual([before]);
    expect(await listSubjects(caixaId)).toEqual(["mensagem 1", "mensagem 2"]);
    expect(
      await pipeline.asOwner("SELECT uid FROM caixa_mensagem WHERE caixa_id = $1 AND recusa IS NOT NULL", [
        caixaId,
      ]),
    ).toEqual([]);
    await faulty.close();
  });

  test("a message above the limit that came through another mailbox says so and is not read twice", async () => {
    const o = { mensagens: 1, large: { n: 1, bytes: 90 * KB } };
    const faulty = await openFaultyServer(o);
    const here = await pipeline.createCaixa(pipeline.contaId, { servidor: "127.0.0.1", port: faulty.port });
    const there = await pipeline.createCaixa(pipeline.contaId, { servidor: "127.0.0.1", port: faulty.port });
    await withLimit(64 * KB, () => visit(here.caixaId));
    await visit(there.caixaId);
    await visit(here.caixaId);
    const rows = await pipeline.asOwner("SELECT estado, motivo FROM email WHERE caixa_id = $1", [
      here.caixaId,
    ]);
    expect(rows).toEqual([{ estado: "lido", motivo: "mesma-mensagem" }]);
    expect(await listSubjects(there.caixaId)).toEqual(["mensagem 1"]);
    await faulty.close();
  });

  test("a message whose announced size is false is requested once per limit", async () => {
    const faulty = await openFaultyServer({ mensagens: 2, large: { n: 1, bytes: 90 * KB, claims: 10 } });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    await withLimit(64 * KB, async () => {
      await visit(caixaId);
      await visit(caixaId);
    });
    expect(faulty.countRequests(1)).toBe(1);
    await withLimit(70 * KB, () => visit(caixaId));
    expect(faulty.countRequests(1)).toBe(2);
    expect(await findTooLarge(caixaId)).toMatchObject([{ tamanho: 70 * KB + 1 }]);
    await faulty.close();
  });

  test("a message far above the limit ends the session, and the next one fetches the others", async () => {
    const faulty = await openFaultyServer({ mensagens: 2, large: { n: 1, bytes: 900 * KB, claims: 10 } });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    await withLimit(64 * KB, async () => {
      expect(await visit(caixaId)).toEqual([]);
      expect(await nextVisit(caixaId)).toBe("at once");
      expect(await visit(caixaId)).toEqual([]);
    });
    expect(await listSubjects(caixaId)).toEqual(["", "mensagem 2"]);
    await faulty.close();
  });
});

describe("a slow mailbox", () => {
  const RESERVE_MS = 15_000;
  const VISIT_MS = 3_000;
  // The visit's time ends when the mailbox does not deliver, not when the machine was busy before.
  beforeEach(() => pipeline.clock.hold());
  afterEach(() => {
    pipeline.clock.release();
    pipeline.clock.set(new Date());
  });
  const timeIsOver = (): void => pipeline.clock.advance(VISIT_MS);

  test("a visit to a slow mailbox ends in time, keeps what it got, and is repeated at once", async () => {
    const faulty = await openFaultyServer({ mensagens: 8, hangsAt: 4, onHang: timeIsOver });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    expect(await visit(caixaId, RESERVE_MS + VISIT_MS)).toEqual([]);
    expect(await listSubjects(caixaId)).toHaveLength(3);
    expect(await nextVisit(caixaId)).toBe("at once");
    faulty.heal();
    await visit(caixaId, RESERVE_MS + VISIT_MS);
    expect(await listSubjects(caixaId)).toHaveLength(8);
    expect(await nextVisit(caixaId)).toBe("later");
    await faulty.close();
  });

  test("after a message used up a whole visit, the next visit fetches the others first", async () => {
    const faulty = await openFaultyServer({ mensagens: 3, hangsAt: 1, onHang: timeIsOver });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    expect(await visit(caixaId, RESERVE_MS + VISIT_MS)).toMatchObject([{ cause: { causa: "tempo" } }]);
    expect(await visit(caixaId, RESERVE_MS + VISIT_MS)).toEqual([]);
    expect(await listSubjects(caixaId)).toEqual(["mensagem 2", "mensagem 3"]);
    await faulty.close();
  });

  test("a mailbox that delivers nothing is not visited again at once", async () => {
    const onRefusal = (n: number): void => {
      if (n === 20) timeIsOver();
    };
    const faulty = await openFaultyServer({ mensagens: 40, refuses: "all", onRefusal });
    const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
      servidor: "127.0.0.1",
      port: faulty.port,
    });
    expect(await visit(caixaId, RESERVE_MS + VISIT_MS)).toEqual([]);
    expect(faulty.countRequests(20)).toBe(1);
    expect(faulty.countRequests(21)).toBe(0);
    expect(await nextVisit(caixaId)).toBe("later");
    await faulty.close();
  });
});

test("a poll that fails for an internal reason is reported on the mailbox", async () => {
  const faulty = await openFaultyServer({ mensagens: 1 });
  const { caixaId } = await pipeline.createCaixa(pipeline.contaId, {
    servidor: "127.0.0.1",
    port: faulty.port,
  });
  await pipeline.asOwner("UPDATE caixa_email SET senha_selada = 'selada com outra chave' WHERE id = $1", [
    caixaId,
  ]);
  expect(await visit(caixaId)).toHaveLength(1);
  const [caixa] = await pipeline.asOwner("SELECT ultimo_erro, ultima_coleta FROM caixa_email WHERE id = $1", [
    caixaId,
  ]);
  expect(caixa).toEqual({ ultimo_erro: "interna", ultima_coleta: null });
  await faulty.close();
});

async function withLimit(bytes: number, work: () => Promise<unknown>): Promise<void> {
  const { config } = pipeline.ctx;
  const before = config.emailMaxBytes;
  config.emailMaxBytes = bytes;
  await work();
  config.emailMaxBytes = before;
}

async function findTooLarge(caixaId: string): Promise<unknown[]> {
  return await pipeline.asOwner(
    "SELECT estado, motivo, sha256, tamanho FROM email WHERE caixa_id = $1 AND sha256 IS NULL",
    [caixaId],
  );
}

async function findIds(caixaId: string, assunto: string): Promise<string[]> {
  const rows = await pipeline.asOwner<{ id: string }>(
    "SELECT id FROM email WHERE caixa_id = $1 AND assunto = $2",
    [caixaId, assunto],
  );
  return rows.map((row) => row.id);
}

async function nextVisit(caixaId: string): Promise<string> {
  const [row] = await pipeline.asOwner<{ at: string }>(
    `SELECT CASE WHEN vence_em <= now() THEN 'at once' ELSE 'later' END AS at FROM tarefa
     WHERE tipo = 'poll' AND alvo = $1 AND estado = 'pendente' ORDER BY vence_em DESC LIMIT 1`,
    [caixaId],
  );
  return row?.at ?? "never";
}

async function visit(caixaId: string, jobMs?: number): Promise<unknown[]> {
  await planPoll(pipeline.contaId, caixaId);
  const errors = await pipeline.run("poll", jobMs);
  await pipeline.run("ingest");
  return errors;
}

async function planPoll(contaId: string, caixaId: string): Promise<void> {
  await pipeline.asOwner("DELETE FROM tarefa WHERE tipo = 'poll'");
  await pipeline.asOwner(
    `INSERT INTO tarefa (conta_id, id, tipo, alvo, vence_em, criado_em) VALUES ($1, uuidv7(), 'poll', $2, now() - interval '1 hour', now())`,
    [contaId, caixaId],
  );
}

async function listSubjects(caixaId: string): Promise<string[]> {
  const rows = await pipeline.asOwner<{ assunto: string }>(
    "SELECT assunto FROM email WHERE caixa_id = $1 ORDER BY assunto",
    [caixaId],
  );
  return rows.map((row) => row.assunto);
}

type Large = { n: number; bytes: number; claims?: number };
type FaultyServerOptions = {
  mensagens: number;
  breaksAt?: number;
  refuses?: number | "all";
  large?: Large;
  onRefusal?(n: number): void;
  /** The message at which the server stops answering, until it is healed. */
  hangsAt?: number;
  onHang?(): void;
};
type FaultyServer = {
  port: number;
  heal(): void;
  connections(): number;
  /** How often a message was requested. */
  countRequests(n: number): number;
  sizeOf(n: number): number;
  close(): Promise<void>;
};

/** A small POP3 server that fails at one message only; the sandbox's faults affect all messages. */
async function openFaultyServer(o: FaultyServerOptions): Promise<FaultyServer> {
  let healed = false;
  let connections = 0;
  const id = Math.random().toString(36).slice(2);
  const requested: number[] = [];
  const filling = (n: number): string =>
    n === o.large?.n ? `${"x".repeat(70)}\r\n`.repeat(o.large.bytes / 72) : "";
  const text = (n: number): string =>
    `From: a@b.example\r\nSubject: mensagem ${n}\r\nX-Id: ${id}\r\n\r\noi ${n}\r\n${filling(n)}`;
  const claimOf = (n: number): number =>
    n === o.large?.n && o.large.claims ? o.large.claims : text(n).length;
  const all = Array.from({ length: o.mensagens }, (_, i) => i + 1);
  const isRefused = (n: number): boolean => !healed && (o.refuses === "all" || n === o.refuses);
  const answer = (socket: Socket, line: string): string | null => {
    const [verb, argument] = line.trim().toUpperCase().split(" ");
    const n = Number(argument);
    if (verb === "CAPA") return "+OK\r\nUSER\r\nUIDL\r\n.\r\n";
    if (verb === "UIDL") return `+OK\r\n${all.map((i) => `${i} ${id}-${i}\r\n`).join("")}.\r\n`;
    if (verb === "LIST") return `+OK\r\n${all.map((i) => `${i} ${claimOf(i)}\r\n`).join("")}.\r\n`;
    if (verb !== "RETR") return "+OK\r\n";
    requested.push(n);
    if (isRefused(n)) {
      o.onRefusal?.(n);
      return "-ERR temporarily not here\r\n";
    }
    if (!healed && n === o.hangsAt) {
      o.onHang?.();
      return null;
    }
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
        if (said !== null && socket.writable) socket.write(said);
        if (line === "QUIT") socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the POP3 server has no port");
  return {
    port: address.port,
    heal: () => {
      healed = true;
    },
    connections: () => connections,
    countRequests: (n) => requested.filter((each) => each === n).length,
    sizeOf: (n) => text(n).length,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
