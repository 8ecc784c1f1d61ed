import { afterAll, beforeAll, expect, test } from "vitest";
import { holdPresence, type Presence } from "../../src/db/index.ts";
import { startIdleWatch } from "../../src/jobs/idle-watch.ts";
import { replaceSecret } from "../../src/services/caixa-email/caixa-poll.rows.ts";
import { createTestPipeline, type TestPipeline } from "../setup/test-pipeline.ts";

let pipeline: TestPipeline;
let presence: Presence;
let caixaId: string;
beforeAll(async () => {
  pipeline = await createTestPipeline();
  presence = await holdPresence(pipeline.config.databaseUrl, pipeline.ctx.log);
  const { imap } = pipeline.sandbox.info;
  const rows = await pipeline.asOwner<{ id: string }>(
    "UPDATE caixa_email SET tipo = 'imap', porta = $1, geracao = geracao + 1, marca = NULL RETURNING id",
    [imap.porta],
  );
  caixaId = rows[0]?.id ?? "";
});
afterAll(async () => {
  await presence.close();
  await pipeline.dispose();
});

const countDue = async (): Promise<number> =>
  (
    await pipeline.asOwner(
      "SELECT FROM tarefa WHERE tipo = 'poll' AND estado = 'pendente' AND vence_em <= now() + interval '1 s'",
    )
  ).length;

/** Number of mailboxes that any process watches: locks of class "VIGI". */
const countWatched = async (): Promise<number> =>
  (await pipeline.asOwner("SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1", [0x56494749]))
    .length;

async function collectLater(): Promise<void> {
  expect(await pipeline.collect()).toEqual([]);
  await pipeline.asOwner("UPDATE tarefa SET vence_em = now() + interval '1 hour' WHERE tipo = 'poll'");
}

async function readPosition(): Promise<string | null> {
  const rows = await pipeline.asOwner<{ marca: string | null }>(
    "SELECT marca FROM caixa_email WHERE id = $1",
    [caixaId],
  );
  return rows[0]?.marca ?? null;
}

test("mail over IMAP is collected from where the last visit ended", async () => {
  await pipeline.sandbox.playScenario("nota-autorizada");
  await collectLater();
  const first = await readPosition();
  expect(first).toMatch(/^\d+\.\d+$/);
  await pipeline.sandbox.playScenario("nota-autorizada");
  const { retiradas } = pipeline.sandbox.mail.imap.counters;
  await collectLater();
  expect(pipeline.sandbox.mail.imap.counters.retiradas).toBe(retiradas + 1);
  expect(await readPosition()).not.toBe(first);
  expect(await pipeline.asOwner("SELECT FROM email WHERE estado = 'lido'")).toHaveLength(2);
});

test("new IMAP mail is polled at once, by one process only, also if it came while no process watched", async () => {
  const TIMES = { lookMs: 200, pausaMs: 50 };
  const other = await holdPresence(pipeline.config.databaseUrl, pipeline.ctx.log);
  const { conexoes } = pipeline.sandbox.mail.imap.counters;
  await pipeline.sandbox.playScenario("nota-autorizada");
  const watchers = [
    startIdleWatch(pipeline.ctx, presence, TIMES),
    startIdleWatch(pipeline.ctx, other, TIMES),
  ];
  await expect.poll(countDue).toBe(1);
  await collectLater();
  const watching = pipeline.sandbox.mail.imap.counters.conexoes;
  await pipeline.sandbox.playScenario("nota-autorizada");
  await expect.poll(countDue).toBe(1);
  // One watcher, and the visit of the poll above.
  expect(watching - conexoes).toBe(2);
  expect(pipeline.sandbox.mail.imap.counters.conexoes).toBe(watching);
  await Promise.all(watchers.map((watcher) => watcher.stop()));
  await other.close();
  await collectLater();
});

test("saving a mailbox changes its watch version; a token replaced by the provider does not", async () => {
  const readVersion = async (): Promise<string> => {
    const all = await pipeline.ctx.database.gatekeeper.findWatchedCaixas();
    return all.find((each) => each.caixaId === caixaId)?.versao ?? "";
  };
  const { contaId } = pipeline;
  const [row] = await pipeline.asOwner<{ senha_selada: Buffer }>("SELECT senha_selada FROM caixa_email");
  if (!row) throw new Error("no mailbox");
  const replace = async (previous: Buffer, next: string): Promise<Buffer> => {
    const sealed = Buffer.from(next);
    await pipeline.ctx.database.withConta(contaId, (db) =>
      replaceSecret(db, contaId, { caixaId, before: previous, after: sealed }),
    );
    return sealed;
  };
  const save = (sealed: Buffer) =>
    pipeline.asOwner("UPDATE caixa_email SET autenticacao = 'oauth2', senha_selada = $1", [sealed]);
  const typed = Buffer.from("digitado");
  await save(typed);
  const first = await readVersion();
  const rotated = await replace(typed, "girado");
  expect(await readVersion()).toBe(first);
  await replace(rotated, "girado outra vez");
  expect(await readVersion()).toBe(first);
  await save(Buffer.from("digitado de novo"));
  const second = await readVersion();
  expect(second).not.toBe(first);
  await replace(Buffer.from("digitado de novo"), "girado então");
  expect(await readVersion()).toBe(second);
  await pipeline.asOwner("UPDATE caixa_email SET autenticacao = 'senha', senha_selada = $1", [
    row.senha_selada,
  ]);
});

test("a watcher whose server does not answer does not delay shutdown", async () => {
  await pipeline.sandbox.mail.imap.setFault("travar");
  const { conexoes } = pipeline.sandbox.mail.imap.counters;
  const watcher = startIdleWatch(pipeline.ctx, presence, { lookMs: 100, pausaMs: 50 });
  await expect.poll(() => pipeline.sandbox.mail.imap.counters.conexoes).toBeGreaterThan(conexoes);
  const began = performance.now();
  await watcher.stop();
  // Waiting for its server would take a minute.
  expect(performance.now() - began).toBeLessThan(20_000);
  await pipeline.sandbox.mail.imap.setFault("nenhuma");
});

test("a mailbox that is changed or deleted is no longer watched with its old settings", async () => {
  const watcher = startIdleWatch(pipeline.ctx, presence, { lookMs: 100, pausaMs: 50 });
  const open = () => pipeline.sandbox.mail.imap.counters.conexoes;
  const before = open();
  await expect.poll(open).toBe(before + 1);
  expect(await countWatched()).toBe(1);
  await pipeline.asOwner("UPDATE caixa_email SET porta = NULL WHERE id = $1", [caixaId]);
  await pipeline.asOwner("UPDATE caixa_email SET apagada_em = now() WHERE id = $1", [caixaId]);
  await expect.poll(countWatched).toBe(0);
  await pipeline.sandbox.playScenario("nota-autorizada");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await countDue()).toBe(0);
  await watcher.stop();
});
