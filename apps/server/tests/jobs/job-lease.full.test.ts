import { HOUR_MS } from "@malote/syntax";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { holdPresence, type Presence } from "../../src/db/index.ts";
import { keepLeases } from "../../src/jobs/dispatch/leases.ts";
import { LEASE_MS } from "../../src/jobs/dispatch/quotas.ts";
import type { Job, JobHandlers } from "../../src/jobs/job.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { beginTask, planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext } from "../setup/context.ts";

const WAIT = { timeout: 30_000 };
const t = await createTestContext();
const { database } = t.ctx;
const { gatekeeper } = database;
let works: Work[] = [];
let presences: Presence[] = [];
afterAll(() => t.dispose());
beforeEach(() => t.asOwner("TRUNCATE tarefa"));
afterEach(async () => {
  await Promise.all([...works.map((work) => work.stop(100)), ...presences.map((each) => each.close())]);
  works = [];
  presences = [];
});

const start = async (run: JobHandlers["run"]): Promise<Work> => {
  const work = await startWork(t.ctx, { run, onGiveUp: async () => {} }, { beatMs: 500 });
  works.push(work);
  return work;
};
const plan = async (alvo: string): Promise<void> => {
  const { contaId } = await t.createConta();
  const newTarefa = { tipo: "importacao" as const, alvo, venceEm: t.clock.now() };
  await database.withConta(contaId, (db) => planTasks(db, contaId, [newTarefa]));
};
const rows = () => t.asOwner("SELECT estado, falhas, tentativa FROM tarefa");
const never = () => new Promise<never>(() => {});

/** A process that claimed the one due tarefa and renews nothing, as a frozen process looks to the
 * others. */
async function freeze(): Promise<{ job: Job; presence: Presence }> {
  const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
  presences.push(presence);
  const { executor } = presence;
  const now = t.clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const turn = { contaId: "00000000-0000-0000-0000-000000000000", cota: "", ultimas: new Map() };
  const claim = { tipo: "importacao", now, ate: until, executor, abertas: 8, porCota: 8, vez: turn };
  const [claimed] = (await gatekeeper.claimTasks(claim)).claimed;
  if (claimed === undefined) throw new Error("nothing was claimed");
  const begin = { ...claimed, executor, now, ate: until };
  await database.withConta(claimed.contaId, (db) => beginTask(db, claimed.contaId, begin));
  return { job: { ...claimed, tipo: "importacao", alvo: "a", falhas: 0, prazo: until }, presence };
}

describe("the lease of a long job", () => {
  test("a lease lasts minutes: another process takes over the job of a frozen process, which loses its lease", async () => {
    await plan("a");
    const { job, presence } = await freeze();
    const done: string[] = [];
    await start(async (_, { alvo }) => void done.push(alvo));
    t.clock.advance(LEASE_MS - 20_000);
    expect(await rows()).toEqual([{ estado: "entregue", falhas: 0, tentativa: 1 }]);
    t.clock.advance(30_000);
    await expect.poll(rows, WAIT).toEqual([{ estado: "feita", falhas: 0, tentativa: 2 }]);
    expect(done).toEqual(["a"]);
    // The frozen process resumes: it learns that another one holds the tarefa, and its deadline is
    // in the past.
    const jumps = [HOUR_MS, 0];
    const leases = keepLeases(t.ctx, presence, { clock: { jumpMs: () => jumps.shift() ?? 0 } });
    const lease = leases.hold(job);
    await leases.mayJudge();
    leases.stop();
    expect([lease.lost.aborted, job.prazo.getTime()]).toEqual([true, 0]);
  });

  test("a lease is renewed while its process lives, also for a job that waits for its turn", async () => {
    await plan("a");
    const { job, presence } = await freeze();
    const leases = keepLeases(t.ctx, presence, { clock: { jumpMs: () => 60_000 } });
    const lease = leases.hold(job);
    t.clock.advance(LEASE_MS * 3);
    await leases.mayJudge();
    leases.stop();
    expect(lease.lost.aborted).toBe(false);
    const [task] = await t.asOwner<{ ate: Date }>("SELECT arrendada_ate AS ate FROM tarefa");
    expect(task?.ate.getTime()).toBeGreaterThan(t.clock.now().getTime() + LEASE_MS / 2);
  });

  test("an expired lease is no proof of a dead process right after the machine's clock jumped", async () => {
    const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
    presences.push(presence);
    const jumps = [0, HOUR_MS, 0];
    const leases = keepLeases(t.ctx, presence, { clock: { jumpMs: () => jumps.shift() ?? 0 } });
    expect(await leases.mayJudge()).toBe(true);
    expect(await leases.mayJudge()).toBe(false);
    expect(await leases.mayJudge()).toBe(false);
    leases.stop();
  });
});

describe("leases and plans when a clock is set back", () => {
  const after = (hours: number) => new Date(t.clock.now().getTime() + hours * HOUR_MS);
  /** Sets the clock back by three hours, as two workers observe it. */
  const setBack = async (): Promise<void> => {
    for (let n = 0; n < 2; n += 1) {
      const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
      presences.push(presence);
      const jumps = [-3 * HOUR_MS];
      const leases = keepLeases(t.ctx, presence, { clock: { jumpMs: () => jumps.shift() ?? 0 } });
      for (let checks = 0; checks < 2; checks += 1) await leases.mayJudge();
      leases.stop();
    }
  };
  const dueIn = async () =>
    await t.asOwner(
      "SELECT alvo, round(greatest(0, extract(epoch FROM vence_em - $1)) / 3600, 1)::float AS horas FROM tarefa ORDER BY alvo",
      [t.clock.now()],
    );

  test("a clock set back makes tarefas due now that were due within minutes, and keeps later plans", async () => {
    const { contaId } = await t.createConta();
    const newTarefas = [
      { tipo: "poll" as const, alvo: "caixa", venceEm: after(3) },
      { tipo: "validate" as const, alvo: "planejada", venceEm: after(5) },
      { tipo: "validate" as const, alvo: "planejada para já", venceEm: after(3) },
      { tipo: "ingest" as const, alvo: "esperando", venceEm: after(3) },
    ];
    await database.withConta(contaId, (db) => planTasks(db, contaId, newTarefas));
    await t.asOwner("UPDATE tarefa SET espera = 'arquivos' WHERE alvo = 'esperando'");
    await setBack();
    expect(await dueIn()).toEqual([
      { alvo: "caixa", horas: 0 },
      { alvo: "esperando", horas: 0 },
      { alvo: "planejada", horas: 5 },
      { alvo: "planejada para já", horas: 0 },
    ]);
  });

  test("a clock set back neither prolongs nor shortens the pause that SEFAZ asked for", async () => {
    const { contaId } = await t.createConta();
    const { empresaId } = await t.createEmpresa(contaId);
    const task = (tipo: "validate" | "distribuicao", alvo: string, hours: number) =>
      database.withConta(contaId, (db) => planTasks(db, contaId, [{ tipo, alvo, venceEm: after(hours) }]));
    await task("validate", "nossa vez", 4);
    await task("validate", "recusada adiante", 5);
    await task("validate", "recusada antes", 2);
    await task("distribuicao", `${empresaId} NFe`, 4);
    await task("distribuicao", `${empresaId} CTe`, 4);
    await t.asOwner("UPDATE tarefa SET criado_em = criado_em - interval '1 day'");
    await t.asOwner(
      "UPDATE tarefa SET espera = 'pedida', resultado = 'not our turn: bloqueio' WHERE alvo = 'nossa vez'",
    );
    const refuse = "UPDATE tarefa SET espera = 'pedida', falhou_em = $2 WHERE alvo = $1";
    await t.asOwner(refuse, ["recusada adiante", after(3)]);
    await t.asOwner(refuse, ["recusada antes", after(-0.1)]);
    const insertSync =
      "INSERT INTO distribuicao (conta_id, empresa_id, modelo, ultima_em) VALUES ($1, $2, $3, $4)";
    await t.asOwner(insertSync, [contaId, empresaId, "NFe", after(3)]);
    await t.asOwner(insertSync, [contaId, empresaId, "CTe", after(-1)]);
    await setBack();
    expect((await dueIn()).map((row) => Object.values(row))).toEqual(
      [
        [`${empresaId} CTe`, 4],
        [`${empresaId} NFe`, 1],
        ["nossa vez", 0],
        ["recusada adiante", 2],
        ["recusada antes", 2],
      ].toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    );
  });
});

test("a job's outcome is written once the database is back, however long that takes", async () => {
  await plan("a");
  let away = false;
  const real = t.ctx.database;
  const flaky: typeof real = {
    ...real,
    withConta: (contaId, fn) =>
      away
        ? Promise.reject(Object.assign(new Error("database unavailable"), { code: "57P03" }))
        : real.withConta(contaId, fn),
  };
  const run: JobHandlers["run"] = async () => {
    away = true;
    setTimeout(() => (away = false), 1_200);
  };
  works.push(await startWork({ ...t.ctx, database: flaky }, { run, onGiveUp: async () => {} }));
  await expect.poll(rows, WAIT).toEqual([{ estado: "feita", falhas: 0, tentativa: 1 }]);
});

test("a job whose lease was taken over is aborted", async () => {
  await plan("a");
  let lost = false;
  await start(async (_, __, signal) => {
    signal?.addEventListener("abort", () => (lost = true));
    await never();
  });
  await expect
    .poll(async () => (await t.asOwner("SELECT FROM tarefa WHERE iniciada_em IS NOT NULL")).length, WAIT)
    .toBe(1);
  // Another process takes the tarefa over.
  await t.asOwner("UPDATE tarefa SET executor = executor + 1, tentativa = tentativa + 1");
  await expect.poll(() => lost, WAIT).toBe(true);
});
