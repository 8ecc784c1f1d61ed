import { setTimeout as sleep } from "node:timers/promises";
import { HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { holdPresence, type RoundPosition } from "../../src/db/index.ts";
import { beginTask, failTask, finishTask, giveUpTask, planTasks } from "../../src/services/task/task.rows.ts";
import { MAX_DEATHS, MAX_FAILURES, MAX_OUTAGES } from "../../src/services/task/task.rules.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { startSilentProxy } from "../setup/servers/silent-proxy.ts";

const t: TestContext = await createTestContext();
const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
afterAll(async () => {
  await presence.close();
  await t.dispose();
});

beforeEach(async () => {
  t.clock.release();
  await t.asOwner("TRUNCATE tarefa");
});

const { database } = t.ctx;
const { gatekeeper } = database;
const { executor } = presence;
const inMs = (ms: number): Date => new Date(t.clock.now().getTime() + ms);

type NewTarefa = Parameters<typeof planTasks>[2][number];
const plan = (contaId: string, ...newTarefas: Partial<NewTarefa>[]): Promise<void> => {
  const due = { tipo: "ingest" as const, alvo: "a", venceEm: t.clock.now() };
  return database.withConta(contaId, (db) =>
    planTasks(
      db,
      contaId,
      newTarefas.map((newTarefa) => ({ ...due, ...newTarefa })),
    ),
  );
};
const many = (n: number, o: Partial<NewTarefa> = {}): Partial<NewTarefa>[] =>
  Array.from({ length: n }, (_, i) => ({ alvo: `a${i}`, ...o }));

type Claim = Partial<Parameters<typeof gatekeeper.claimTasks>[0]>;
const START = {
  contaId: "00000000-0000-0000-0000-000000000000",
  cota: "",
  ultimas: new Map<string, string>(),
};
const claim = (o: Claim = {}) =>
  gatekeeper.claimTasks({
    tipo: "ingest",
    now: t.clock.now(),
    ate: inMs(10 * MINUTE_MS),
    executor,
    abertas: 40,
    porCota: 40,
    vez: START,
    ...o,
  });
const recover = () =>
  gatekeeper.recoverTasks({
    now: t.clock.now(),
    vencidas: t.clock.now(),
    ate: inMs(MINUTE_MS),
    executor,
    maxFalhas: MAX_FAILURES,
    maxMortes: MAX_DEATHS,
    limite: 100,
  });
const readStates = () => t.asOwner("SELECT estado, tentativa, falhas FROM tarefa ORDER BY alvo");

type ClaimedTarefa = Awaited<ReturnType<typeof claim>>["claimed"][number];
const begin = (e: ClaimedTarefa, by = executor) =>
  database.withConta(e.contaId, (db) =>
    beginTask(db, e.contaId, { ...e, executor: by, now: t.clock.now(), ate: inMs(10 * MINUTE_MS) }),
  );
const finish = (e: ClaimedTarefa, o = {}) =>
  database.withConta(e.contaId, (db) => finishTask(db, e.contaId, { ...e, now: t.clock.now(), ...o }));
const fail = (e: ClaimedTarefa, awayMs: number | null = null) =>
  database.withConta(e.contaId, (db) =>
    failTask(db, e.contaId, {
      ...e,
      now: t.clock.now(),
      resultado: "falhou",
      espera: awayMs === null ? "falha" : "mundo",
      causa: awayMs === null ? "interna:Error" : "mundo",
      awayMs,
    }),
  );
async function next(o: Claim = {}): Promise<ClaimedTarefa> {
  const [claimedTarefa] = (await claim(o)).claimed;
  if (!claimedTarefa) throw new Error("nothing was claimed");
  return claimedTarefa;
}
async function one(contaId: string): Promise<ClaimedTarefa> {
  await plan(contaId, {});
  return await next();
}

describe("planning tarefas", () => {
  test("an alvo is planned once, at the earlier time", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, { venceEm: inMs(MINUTE_MS) }, { venceEm: inMs(2 * MINUTE_MS) });
    await plan(contaId, { venceEm: inMs(5 * MINUTE_MS) });
    const soon = inMs(0);
    await plan(contaId, { venceEm: soon });
    expect(await t.asOwner("SELECT vence_em FROM tarefa")).toEqual([{ vence_em: soon }]);
  });

  test("a tarefa planned again while it runs is run again afterwards", async () => {
    const { contaId } = await t.createConta();
    const running = await one(contaId);
    await begin(running);
    await plan(contaId, {});
    expect((await claim()).claimed).toEqual([]);
    expect(await finish(running)).toBe(true);
    const again = (await claim()).claimed;
    expect(again).toEqual([{ ...running, tentativa: 2 }]);
  });
});

describe("claiming tarefas", () => {
  test("a conta with little work is served beside one with very much", async () => {
    const { contaId: large } = await t.createConta();
    await plan(large, ...many(500));
    const smallContas = await Promise.all(Array.from({ length: 5 }, () => t.createConta()));
    for (const { contaId } of smallContas) await plan(contaId, ...many(2));
    const { claimed: entregues } = await claim();
    for (const { contaId } of smallContas) {
      expect(entregues.filter((e) => e.contaId === contaId)).toHaveLength(2);
    }
    expect(entregues.filter((e) => e.contaId === large).length).toBeLessThanOrEqual(10);
  });

  test("the round-robin of contas continues where it stopped, so that every conta is served", async () => {
    const contas = await Promise.all(Array.from({ length: 12 }, () => t.createConta()));
    for (const { contaId } of contas) await plan(contaId, ...many(50));
    let turn: RoundPosition = START;
    const served = new Set<string>();
    for (let n = 0; n < 4; n += 1) {
      const claimed = await claim({ abertas: 12, vez: turn });
      turn = claimed.vez;
      for (const e of claimed.claimed) {
        served.add(e.contaId);
        await finish(e);
      }
    }
    expect(served.size).toBe(12);
  });

  test("open tarefas are limited in total and per cota", async () => {
    const { contaId: a } = await t.createConta();
    const { contaId: b } = await t.createConta();
    await plan(a, ...many(10, { cota: "11222333|SVRS" }), { alvo: "livre" });
    await plan(b, ...many(10, { cota: "11222333|SVRS" }));
    const { claimed: entregues } = await claim({ porCota: 3 });
    expect(entregues).toHaveLength(4);
    expect((await claim({ porCota: 3 })).claimed).toHaveLength(0);
    expect((await claim({ abertas: 5, porCota: 40 })).claimed).toHaveLength(1);
    expect((await claim({ abertas: 5, porCota: 40 })).claimed).toHaveLength(0);
  });

  test("a tarefa waits until the application's clock reaches its time", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, { venceEm: inMs(MINUTE_MS) });
    expect((await claim()).claimed).toHaveLength(0);
    t.clock.advance(MINUTE_MS);
    expect((await claim()).claimed).toHaveLength(1);
  });

  test("concurrent claims take each tarefa once", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, ...many(100));
    const taken: string[] = [];
    const take = async (): Promise<void> => {
      for (let n = 0; n < 40 && taken.length < 100; n += 1) {
        for (const e of (await claim({ abertas: 1_000 })).claimed) taken.push(e.tarefaId);
      }
    };
    await Promise.all([take(), take(), take(), take()]);
    expect(taken).toHaveLength(100);
    expect(new Set(taken).size).toBe(100);
  });

  test("concurrent claims stay within the limit of open tarefas", async () => {
    const contas = await Promise.all(Array.from({ length: 8 }, () => t.createConta()));
    for (const { contaId } of contas) await plan(contaId, ...many(20));
    for (let n = 0; n < 5; n += 1) {
      await Promise.all(Array.from({ length: 8 }, () => claim({ abertas: 10 })));
      const open = await t.asOwner("SELECT FROM tarefa WHERE estado = 'entregue'");
      expect(open.length).toBeLessThanOrEqual(10);
      await t.asOwner("UPDATE tarefa SET estado = 'pendente'");
    }
  });

  test("a tarefa that the queue refuses becomes pending again without a failure", async () => {
    const { contaId } = await t.createConta();
    const claimedTarefa = await one(contaId);
    await gatekeeper.returnTasks(executor, [claimedTarefa]);
    expect(await readStates()).toEqual([{ estado: "pendente", tentativa: 1, falhas: 0 }]);
  });
});

test("a tarefa planned without a cota takes the cota of a later plan", async () => {
  const { contaId } = await t.createConta();
  await plan(contaId, {});
  await plan(contaId, { cota: "correio:a" });
  await plan(contaId, {});
  expect(await t.asOwner("SELECT cota FROM tarefa")).toEqual([{ cota: "correio:a" }]);
});

describe("attempts at a tarefa", () => {
  test("an attempt begins once, and a late attempt changes nothing", async () => {
    const { contaId } = await t.createConta();
    const first = await one(contaId);
    expect(await begin(first)).toMatchObject({ tipo: "ingest", alvo: "a", falhas: 0 });
    expect(await begin(first)).toBeNull();
    t.clock.advance(11 * MINUTE_MS);
    await recover();
    expect((await next()).tentativa).toBe(2);
    expect(await finish(first)).toBe(false);
    expect(await fail(first)).toBe("atrasada");
    expect(await begin(first)).toBeNull();
  });

  test("a failing tarefa is retried twice with growing delays, then given up", async () => {
    const { contaId } = await t.createConta();
    t.clock.hold();
    await plan(contaId, {});
    const waits: number[] = [];
    let last: ClaimedTarefa | undefined;
    for (let n = 0; n < MAX_FAILURES; n += 1) {
      last = await next();
      await begin(last);
      const outcome = await fail(last);
      if (outcome === "desistir") break;
      const [row] = await t.asOwner<{ vence_em: Date }>("SELECT vence_em FROM tarefa");
      waits.push(Math.round(((row?.vence_em.getTime() ?? 0) - t.clock.now().getTime()) / 1_000));
      t.clock.advance(15 * MINUTE_MS);
    }
    expect(waits).toEqual([60, 120]);
    if (!last) throw new Error("never claimed");
    const mine = last;
    await database.withConta(contaId, (db) =>
      giveUpTask(db, contaId, { ...mine, now: t.clock.now(), resultado: "falhou" }),
    );
    t.clock.advance(HOUR_MS);
    expect((await claim()).claimed).toHaveLength(0);
    expect(await t.asOwner("SELECT estado, resultado FROM tarefa")).toEqual([
      { estado: "desistiu", resultado: "falhou" },
    ]);
  });

  test("a tarefa is delayed as long as the outside service requested", async () => {
    const { contaId } = await t.createConta();
    const claimedTarefa = await one(contaId);
    await begin(claimedTarefa);
    expect(await fail(claimedTarefa, HOUR_MS)).toBe("repetir");
    t.clock.advance(59 * MINUTE_MS);
    expect((await claim()).claimed).toHaveLength(0);
    t.clock.advance(MINUTE_MS);
    expect((await claim()).claimed).toHaveLength(1);
  });

  test("an outage of an outside service counts no failure, but is not retried for ever", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, {});
    const tryOnce = async (): Promise<string> => {
      const claimedTarefa = await next();
      await begin(claimedTarefa);
      return await fail(claimedTarefa, 0);
    };
    for (let n = 0; n <= MAX_FAILURES; n += 1) {
      expect(await tryOnce()).toBe("repetir");
      t.clock.advance(15 * MINUTE_MS);
    }
    expect(await t.asOwner("SELECT falhas, ausencias FROM tarefa")).toEqual([{ falhas: 0, ausencias: 4 }]);
    await t.asOwner("UPDATE tarefa SET ausencias = $1", [MAX_OUTAGES.ingest - 1]);
    expect(await tryOnce()).toBe("desistir");
  });

  test("a failed poll is always retried, at most every 15 min", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, { tipo: "poll" });
    for (let n = 0; n < 6; n += 1) {
      const claimedTarefa = await next({ tipo: "poll" });
      await begin(claimedTarefa);
      expect(await fail(claimedTarefa)).toBe("repetir");
      t.clock.advance(15 * MINUTE_MS);
    }
  });
});

describe("a process that has lost its presence lock", () => {
  test("a process without its presence lock receives no tarefas", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, {});
    const ended = await holdPresence(t.config.databaseUrl, t.ctx.log);
    await ended.close();
    await expect.poll(async () => (await claim({ executor: ended.executor })).claimed).toHaveLength(0);
    expect((await claim()).claimed).toHaveLength(1);
  });

  test("a process detects a silent connection that was never closed", async () => {
    const server = new URL(t.config.databaseUrl);
    const wire = await startSilentProxy({ host: server.hostname, port: Number(server.port || 5432) });
    server.host = `127.0.0.1:${wire.port}`;
    const silenced = await holdPresence(server.href, t.ctx.log, { pingMs: 200 });
    const turn = silenced.connectionId();
    await sleep(1_000);
    expect([silenced.isHeld(), silenced.connectionId()]).toEqual([true, turn]);
    wire.cut();
    await expect.poll(() => silenced.isHeld()).toBe(false);
    wire.mend();
    await expect.poll(() => silenced.isHeld()).toBe(true);
    await silenced.close();
    await wire.close();
  });
});

describe("recovery of lost work", () => {
  test("work with an expired lease is claimed again, and counts a failure only if it had begun", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, { alvo: "a" }, { alvo: "b" });
    const a = await next();
    await begin(a);
    expect(await recover()).toEqual([]);
    expect(await readStates()).toMatchObject([{ estado: "entregue" }, { estado: "entregue" }]);
    t.clock.advance(11 * MINUTE_MS);
    await recover();
    const after = await t.asOwner("SELECT estado, falhas FROM tarefa ORDER BY falhas");
    expect(after).toEqual([
      { estado: "pendente", falhas: 0 },
      { estado: "pendente", falhas: 1 },
    ]);
  });

  test("work of a dead process is claimed again at once, before its lease ends", async () => {
    const { contaId } = await t.createConta();
    const dying = await holdPresence(t.config.databaseUrl, t.ctx.log);
    const claimedTarefa = await one(contaId);
    await begin(claimedTarefa, dying.executor);
    await recover();
    expect(await readStates()).toMatchObject([{ estado: "entregue" }]);
    await dying.close();
    const afterwards = async () => {
      await recover();
      return await readStates();
    };
    await expect.poll(afterwards).toMatchObject([{ estado: "pendente", falhas: 1 }]);
    expect((await next()).tentativa).toBe(2);
  });

  test("work of repeatedly dying processes is delayed longer each time", async () => {
    const { contaId } = await t.createConta();
    t.clock.hold();
    await plan(contaId, {});
    const waits: number[] = [];
    for (let n = 0; n < 4; n += 1) {
      const claimedTarefa = await next();
      await begin(claimedTarefa, 0);
      await recover();
      const [row] = await t.asOwner<{ em: Date }>("SELECT vence_em AS em FROM tarefa");
      waits.push(Math.abs(Math.round(((row?.em.getTime() ?? 0) - t.clock.now().getTime()) / 1_000)));
      t.clock.advance(MINUTE_MS);
    }
    expect(waits).toEqual([0, 2, 4, 8]);
  });

  test("work lost for the third time is given up by the process that finds it, or by the next process", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, {});
    for (let n = 1; n <= MAX_FAILURES; n += 1) {
      const claimedTarefa = await next();
      await begin(claimedTarefa);
      t.clock.advance(11 * MINUTE_MS);
      const hopeless = await recover();
      expect(hopeless).toHaveLength(n === MAX_FAILURES ? 1 : 0);
    }
    expect(await recover()).toHaveLength(0);
    t.clock.advance(2 * MINUTE_MS);
    expect(await recover()).toMatchObject([{ contaId, tipo: "ingest", alvo: "a" }]);
  });

  test("work of dying processes counts one failure, and ends at the limit of deaths", async () => {
    const { contaId } = await t.createConta();
    await plan(contaId, {});
    const falhas: unknown[] = [];
    for (let n = 0; n <= MAX_DEATHS; n += 1) {
      t.clock.advance(MINUTE_MS);
      const claimedTarefa = await next();
      // No process has the number 0.
      await begin(claimedTarefa, 0);
      const hopeless = await recover();
      expect(hopeless).toHaveLength(n === MAX_DEATHS ? 1 : 0);
      falhas.push((await t.asOwner<{ falhas: number }>("SELECT falhas FROM tarefa"))[0]?.falhas);
    }
    expect(new Set(falhas)).toEqual(new Set([1]));
  });
});
