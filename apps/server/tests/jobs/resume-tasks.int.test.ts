import { MailOutage } from "@malote/mailbox";
import { SefazOutage } from "@malote/sefaz";
import { DAY_MS, HOUR_MS } from "@malote/syntax";
import { afterAll, beforeEach, expect, test } from "vitest";
import { holdPresence } from "../../src/db/index.ts";
import { Deferral, Outage, outageWaitOf, type WaitReason } from "../../src/errors.ts";
import { beginTask, failTask, finishTask, planTasks } from "../../src/services/task/task.rows.ts";
import type { TaskType } from "../../src/services/task/task.rules.ts";
import { waitReasonOf } from "../../src/wait-reason.ts";
import { createTestContext } from "../setup/context.ts";

const t = await createTestContext();
const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
const { database } = t.ctx;
const { gatekeeper } = database;
afterAll(async () => {
  await presence.close();
  await t.dispose();
});
beforeEach(() => t.asOwner("TRUNCATE tarefa"));

type ClaimedTarefa = { tarefaId: string; contaId: string; tentativa: number };

/** Runs one tarefa until it fails. */
async function runUntilFailure(
  contaId: string,
  alvo: string,
  waitKind: WaitReason,
  tipo: TaskType = "ingest",
): Promise<ClaimedTarefa> {
  const now = t.clock.now();
  const ate = new Date(now.getTime() + HOUR_MS);
  await database.withConta(contaId, (db) => planTasks(db, contaId, [{ tipo, alvo, venceEm: now }]));
  const turn = { contaId: "00000000-0000-0000-0000-000000000000", cota: "", ultimas: new Map() };
  const { executor } = presence;
  const claim = { tipo, now, ate, executor, abertas: 40, porCota: 40, vez: turn };
  const [claimed] = (await gatekeeper.claimTasks(claim)).claimed;
  if (claimed === undefined) throw new Error("nothing was claimed");
  await database.withConta(contaId, async (db) => {
    await beginTask(db, contaId, { ...claimed, executor, now, ate });
    const awayMs = waitKind === "falha" ? null : HOUR_MS;
    await failTask(db, contaId, {
      ...claimed,
      now,
      resultado: "fora",
      espera: waitKind,
      causa: waitKind,
      awayMs,
    });
  });
  return claimed;
}

const listDue = async (): Promise<string[]> => {
  const rows = await t.asOwner<{ alvo: string }>(
    "SELECT alvo FROM tarefa WHERE estado = 'pendente' AND vence_em <= $1 ORDER BY alvo",
    [t.clock.now()],
  );
  return rows.map(({ alvo }) => alvo);
};

test("resuming starts all delayed tarefas except those delayed at the request of SEFAZ or a mail server", async () => {
  const { contaId } = await t.createConta();
  for (const waitKind of ["banco", "arquivos", "antivirus", "correio", "mundo", "falha", "pedida"] as const) {
    await runUntilFailure(contaId, waitKind, waitKind);
  }
  expect(await listDue()).toEqual([]);
  expect(await gatekeeper.countWaiting(t.clock.now())).toMatchObject({ banco: 1, pedida: 1, falha: 1 });
  expect(await gatekeeper.resumeTasks({ now: t.clock.now() })).toBe(6);
  expect(await listDue()).toEqual(["antivirus", "arquivos", "banco", "correio", "falha", "mundo"]);
  expect(await gatekeeper.countWaiting(t.clock.now())).toEqual({ pedida: 1 });
  expect(await gatekeeper.resumeTasks({ now: t.clock.now() })).toBe(0);
});

test("tarefas are resumed by kind of work, conta, cause of delay or id", async () => {
  const firstConta = (await t.createConta()).contaId;
  const secondConta = (await t.createConta()).contaId;
  await runUntilFailure(firstConta, "a", "arquivos");
  await runUntilFailure(firstConta, "b", "mundo", "webhook");
  await runUntilFailure(secondConta, "c", "arquivos");
  const d = await runUntilFailure(secondConta, "d", "mundo");
  const now = t.clock.now();
  expect(await gatekeeper.resumeTasks({ now, tipo: "webhook" })).toBe(1);
  expect(await listDue()).toEqual(["b"]);
  expect(await gatekeeper.resumeTasks({ now, tarefaIds: [d.tarefaId] })).toBe(1);
  expect(await listDue()).toEqual(["b", "d"]);
  expect(await gatekeeper.resumeTasks({ now, contaId: firstConta, esperas: ["arquivos"] })).toBe(1);
  expect(await listDue()).toEqual(["a", "b", "d"]);
  expect(await gatekeeper.resumeTasks({ now, esperas: [] })).toBe(0);
});

test("resuming skips tarefas planned for later unless named by id, and success clears the delay", async () => {
  const { contaId } = await t.createConta();
  const tomorrow = new Date(t.clock.now().getTime() + DAY_MS);
  const planned = { tipo: "validate" as const, alvo: "x", venceEm: tomorrow };
  await database.withConta(contaId, (db) => planTasks(db, contaId, [planned]));
  const now = t.clock.now();
  expect(await gatekeeper.resumeTasks({ now })).toBe(0);
  const [task] = await t.asOwner<{ id: string }>("SELECT id FROM tarefa");
  expect(await gatekeeper.resumeTasks({ now, tarefaIds: [task?.id ?? ""] })).toBe(1);
  expect(await listDue()).toEqual(["x"]);
  const failedTarefa = await runUntilFailure(contaId, "y", "arquivos");
  await t.asOwner("UPDATE tarefa SET estado = 'entregue', iniciada_em = now() WHERE id = $1", [
    failedTarefa.tarefaId,
  ]);
  const end = { ...failedTarefa, now };
  expect(await database.withConta(contaId, (db) => finishTask(db, contaId, end))).toBe(true);
  expect(await t.asOwner("SELECT espera FROM tarefa WHERE alvo = 'y'")).toEqual([{ espera: null }]);
});

test("the error of a tarefa determines what it waits for", () => {
  const coded = (code: string, more = {}) => Object.assign(new Error(code), { code, ...more });
  const expectations: [unknown, WaitReason][] = [
    [coded("ENOSPC"), "arquivos"],
    [coded("EACCES", { path: "/dados/blobs" }), "arquivos"],
    [coded("57P03"), "banco"],
    [coded("53100"), "banco"],
    [coded("ECONNREFUSED"), "banco"],
    [new Error("Connection terminated unexpectedly"), "banco"],
    [new Error("wrapped", { cause: coded("ENOSPC") }), "arquivos"],
    [new MailOutage("recusada", "x"), "mundo"],
    [new MailOutage("senha", "x"), "pedida"],
    [new SefazOutage("recusada", "x"), "mundo"],
    [new SefazOutage("http", "503", { retryAfterMs: 1_000 }), "pedida"],
    [new Outage("SEFAZ says 109", 60_000), "pedida"],
    [new Deferral("cota", 1_000), "pedida"],
    [new TypeError("a bug"), "falha"],
  ];
  for (const [error, waitKind] of expectations)
    expect([String(error), waitReasonOf(error)]).toEqual([String(error), waitKind]);
  expect(outageWaitOf(coded("EACCES", { path: "/dados" }))).toBe(0);
  expect(outageWaitOf(coded("EACCES"))).toBeNull();
});
