import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { executeText } from "../../src/db/index.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
beforeAll(async () => {
  pipeline = await createTestPipeline();
});
afterAll(() => pipeline.dispose());

/** Deterministic characters of three bytes each that do not compress. */
function inventCharacters(many: number): string {
  let state = 11;
  return Array.from({ length: many }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCodePoint(0x4e00 + Math.floor((state / 2 ** 32) * 20_000));
  }).join("");
}

async function receive(remetente: string): Promise<unknown[]> {
  const raw = `From: ${remetente}\r\nSubject: nota\r\nMessage-ID: <${randomUUID()}@b.example>\r\n\r\noi\r\n`;
  pipeline.sandbox.putEmail(Buffer.from(raw));
  return await pipeline.collect();
}

const INSERT = `INSERT INTO email (conta_id, id, sha256, remetente, remetente_nome, data, recebida_em, tamanho, estado)
  VALUES ($1, gen_random_uuid(), gen_random_uuid()::text, $2, $3, now(), now(), 1, 'lido')`;

test("an e-mail whose sender address has hundreds of multi-byte characters is read", async () => {
  const local = inventCharacters(985);
  expect(await receive(`<${local}@b.example>`)).toEqual([]);
  const [email] = await pipeline.asOwner<{ remetente: string; estado: string }>(
    "SELECT remetente, estado FROM email ORDER BY id DESC LIMIT 1",
  );
  expect(email?.estado).toBe("lido");
  expect(email?.remetente.slice(0, 900)).toBe(local.slice(0, 900));
  const senders = await pipeline.asOwner<{ n: number }>(
    `SELECT count(*)::int AS n FROM remetente r JOIN email e ON e.conta_id = r.conta_id AND e.remetente_ordem = r.endereco
     WHERE r.endereco = $1`,
    [local.slice(0, 320)],
  );
  expect(senders).toEqual([{ n: 1 }]);
});

/** Statements of this database that wait for a lock. */
const LOCK_WAITS = `SELECT count(*)::int AS n FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

test("two e-mails of a known sender do not block each other", async () => {
  const { contaId } = pipeline;
  const nameOf = () => pipeline.asOwner("SELECT nome FROM remetente WHERE endereco = 'lu@b.example'");
  await pipeline.asOwner(INSERT, [contaId, "lu@b.example", "Lu"]);
  const write = (name: string | null) =>
    pipeline.ctx.database.withConta(contaId, (db) =>
      executeText(db, INSERT, [contaId, "Lu@b.example", name]),
    );
  const other = new pg.Client({ connectionString: pipeline.ownerUrl });
  await other.connect();
  try {
    // Holds the row lock of an uncommitted transaction.
    await other.query("BEGIN");
    await other.query("SELECT FROM remetente WHERE conta_id = $1 AND endereco = 'lu@b.example' FOR UPDATE", [
      contaId,
    ]);
    await write("Lu");
    await write(null);
    expect(await nameOf()).toEqual([{ nome: "Lu" }]);
    // A new name waits. Without lock_timeout: PostgreSQL's timers do not fire on a faked date (ADR 0098).
    const renamed = write("Luísa");
    await expect.poll(() => pipeline.asOwner(LOCK_WAITS)).toEqual([{ n: 1 }]);
    await other.query("ROLLBACK");
    await renamed;
  } finally {
    await other.end();
  }
  expect(await nameOf()).toEqual([{ nome: "Luísa" }]);
});
