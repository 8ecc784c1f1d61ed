import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Outage } from "../../src/errors.ts";
import type { Job, JobHandlers } from "../../src/jobs/job.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { TASK_TYPES } from "../../src/services/task/task.rules.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

const { TEST_REDIS_URL } = process.env;

type QueueStorage = { nome: string; redisUrl: string | null; skip: boolean };
const QUEUE_STORAGES: QueueStorage[] = [
  { nome: "PostgreSQL", redisUrl: null, skip: false },
  { nome: "Redis (TEST_REDIS_URL)", redisUrl: TEST_REDIS_URL ?? null, skip: !TEST_REDIS_URL },
];

describe.each(QUEUE_STORAGES)("jobs with the queue in $nome", ({ redisUrl, skip }) => {
  let t: TestContext;
  let running: Work[] = [];
  beforeAll(async () => {
    if (!skip) t = await createTestContext({ redisUrl });
  });
  let release: () => void = () => {};
  afterAll(() => t?.dispose());
  afterEach(async () => {
    // Stopping waits for running jobs, also after a failure.
    release();
    await Promise.all(running.map((work) => work.stop()));
    running = [];
    if (!skip) await t.asOwner("TRUNCATE tarefa");
  });

  const plan = (contaId: string, alvos: string[], tipo: Job["tipo"] = "ingest"): Promise<void> =>
    t.ctx.database.withConta(contaId, (db) =>
      planTasks(
        db,
        contaId,
        alvos.map((alvo) => ({ tipo, alvo, venceEm: t.clock.now() })),
      ),
    );
  const start = async (handlers: Partial<JobHandlers>): Promise<Work> => {
    const nothing: JobHandlers = { run: async () => {}, onGiveUp: async () => {} };
    const work = await startWork(t.ctx, { ...nothing, ...handlers });
    running.push(work);
    return work;
  };
  const count = async (estado: string): Promise<number> =>
    (await t.asOwner("SELECT FROM tarefa WHERE estado = $1", [estado])).length;

  test.skipIf(skip)("each tarefa runs once, across contas and processes", async () => {
    const seen: string[] = [];
    const run = async (_: unknown, job: Job): Promise<void> => {
      seen.push(`${job.contaId} ${job.alvo}`);
    };
    await Promise.all([start({ run }), start({ run })]);
    const alvos = Array.from({ length: 60 }, (_, n) => `a${n}`);
    for (let n = 0; n < 3; n += 1) await plan((await t.createConta()).contaId, alvos);
    await expect.poll(() => count("feita")).toBe(180);
    expect(seen).toHaveLength(180);
    expect(new Set(seen).size).toBe(180);
  });

  test.skipIf(skip)("a wake-up makes the dispatcher look for work at once, every time", async () => {
    const { portaria: gatekeeper, olhada: nextLook } = watchDispatcher(t.ctx.database.gatekeeper);
    const watched = { ...t.ctx, database: { ...t.ctx.database, gatekeeper: gatekeeper } };
    const work = await startWork(watched, { run: async () => {}, onGiveUp: async () => {} });
    running.push(work);
    for (let n = 1; n <= 5; n += 1) {
      // Wakes the dispatcher while it looks for work and, in every other round, while it sleeps.
      await nextLook("begun");
      if (n % 2 === 0) await nextLook("ended");
      work.ctx.wake?.();
      if (n % 2 === 1) await nextLook("ended");
      // Without a wake-up the next look begins after 250 ms at the earliest.
      expect(await Promise.race([nextLook("begun"), sleep(200, "late")]), `call ${n}`).toBe("begun");
      await nextLook("ended");
    }
  });

  test.skipIf(skip)(
    "an outage is retried after its delay, a bug three times before it is given up",
    async () => {
      const { contaId } = await t.createConta();
      const tries: Record<string, number> = {};
      const givenUp: string[] = [];
      await start({
        run: async (_, { alvo }) => {
          tries[alvo] = (tries[alvo] ?? 0) + 1;
          if (alvo === "bug") throw new Error("broken");
          if (alvo === "fora" && tries[alvo] === 1) throw new Outage("away", 10 * MINUTE_MS);
        },
        onGiveUp: async (_, { alvo, motivo }) => {
          givenUp.push(`${alvo}: ${motivo}`);
        },
      });
      await plan(contaId, ["bug", "fora"]);
      await expect.poll(() => tries).toEqual({ bug: 1, fora: 1 });
      await expect.poll(() => count("pendente")).toBe(2);
      t.clock.advance(2 * MINUTE_MS);
      await expect.poll(() => tries).toEqual({ bug: 2, fora: 1 });
      await expect.poll(() => count("pendente")).toBe(2);
      t.clock.advance(8 * MINUTE_MS);
      await expect.poll(() => tries).toEqual({ bug: 3, fora: 2 });
      await expect.poll(() => givenUp).toEqual(["bug: broken"]);
      await expect.poll(() => Promise.all([count("desistiu"), count("feita")])).toEqual([1, 1]);
    },
  );

  test.skipIf(skip)(
    "a full disk does not count as a failure of the document, even after more than three attempts",
    async () => {
      const { contaId } = await t.createConta();
      let tries = 0;
      await start({
        run: async () => {
          tries += 1;
          if (tries <= 4) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
        },
      });
      await plan(contaId, ["a"]);
      for (let n = 1; n <= 4; n += 1) {
        await expect.poll(async () => [tries, await count("pendente")]).toEqual([n, 1]);
        t.clock.advance(15 * MINUTE_MS);
      }
      await expect.poll(() => count("feita")).toBe(1);
    },
  );

  test.skipIf(skip)("a stopping process hands back unfinished jobs without a failure", async () => {
    const { contaId } = await t.createConta();
    let begun = 0;
    const work = await start({
      run: async () => {
        begun += 1;
        await new Promise(() => {});
      },
    });
    await plan(contaId, ["a"]);
    await expect.poll(() => begun).toBe(1);
    await work.stop(100);
    running = running.filter((each) => each !== work);
    const rows = await t.asOwner("SELECT estado, falhas, ausencias, mortes FROM tarefa");
    expect(rows).toEqual([{ estado: "pendente", falhas: 0, ausencias: 1, mortes: 0 }]);
  });

  test.skipIf(skip)("a queue that loses all its jobs gets them again", async () => {
    const { contaId } = await t.createConta();
    const alvos = Array.from({ length: 40 }, (_, n) => `a${n}`);
    const done = new Set<string>();
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // All running jobs hang: the others are only in the queue.
    await start({
      run: async () => {
        await held;
      },
    });
    await plan(contaId, alvos);
    await expect.poll(() => count("entregue")).toBe(40);
    await emptyQueue(t, redisUrl);
    // A new process, because the hanging jobs hold all slots of the first; they are handed out
    // again when their lease ends.
    await start({
      run: async (_, { alvo }) => {
        done.add(alvo);
      },
    });
    await expect.poll(() => count("feita")).toBe(38);
    t.clock.advance(11 * MINUTE_MS);
    await expect.poll(() => count("feita")).toBe(40);
    expect(done.size).toBe(40);
  });
});

type Gatekeeper = TestContext["ctx"]["database"]["gatekeeper"];
type LookEvent = "begun" | "ended";

/** The gatekeeper of a dispatcher, which also reports when the next look begins or ends. */
function watchDispatcher(gatekeeper: Gatekeeper): {
  portaria: Gatekeeper;
  olhada(what: LookEvent): Promise<LookEvent>;
} {
  const waiting: Record<LookEvent, ((what: LookEvent) => void)[]> = { begun: [], ended: [] };
  let looking = false;
  const emit = (what: LookEvent): void => {
    if (looking === (what === "begun")) return;
    looking = !looking;
    for (const notify of waiting[what].splice(0)) notify(what);
  };
  const watched: Gatekeeper = {
    ...gatekeeper,
    recoverTasks: (claim) => {
      emit("begun");
      return gatekeeper.recoverTasks(claim);
    },
    findQueued: (executor) => {
      emit("begun");
      return gatekeeper.findQueued(executor);
    },
    claimTasks: async (claim) => {
      emit("begun");
      const claimed = await gatekeeper.claimTasks(claim);
      if (claim.tipo === TASK_TYPES.at(-1)) emit("ended");
      return claimed;
    },
  };
  return { portaria: watched, olhada: (what) => new Promise((resolve) => waiting[what].push(resolve)) };
}

async function emptyQueue(t: TestContext, redisUrl: string | null): Promise<void> {
  if (redisUrl !== null) {
    const redis = new Redis(redisUrl);
    const keys = await redis.keys("malote-*");
    if (keys.length > 0) await redis.del(...keys);
    redis.disconnect();
    return;
  }
  await t.asOwner(`DO $$ DECLARE r regclass; BEGIN
    FOR r IN SELECT oid FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace AND relkind = 'r' AND relname !~ 'migration'
    LOOP EXECUTE 'TRUNCATE ' || r || ' CASCADE'; END LOOP; END $$`);
}
