import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { QUOTAS } from "../../src/jobs/dispatch/quotas.ts";
import type { Job, JobHandlers } from "../../src/jobs/job.ts";
import { startWork, type Work } from "../../src/jobs/start-work.ts";
import { toIngest } from "../../src/services/email/to-ingest.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

const { TEST_REDIS_URL } = process.env;
const STORAGES = [
  { nome: "PostgreSQL", redisUrl: null, skip: false },
  { nome: "Redis (TEST_REDIS_URL)", redisUrl: TEST_REDIS_URL ?? null, skip: !TEST_REDIS_URL },
];
/** More than a process takes from its queue at once. */
const LOUD = QUOTAS.ingest.concurrency + 1;
const QUIET = 4;
const AT_ONCE = QUOTAS.ingest.fairLimits?.perConta ?? 0;

describe.each(STORAGES)("next to a conta whose e-mails never end, over $nome", ({ redisUrl, skip }) => {
  let t: TestContext;
  let works: Work[] = [];
  let release: () => void = () => {};
  beforeAll(async () => {
    if (!skip) t = await createTestContext({ redisUrl });
  });
  afterAll(() => t?.dispose());
  afterEach(async () => {
    release();
    await Promise.all(works.map((work) => work.stop()));
    works = [];
    if (!skip) await t.asOwner("TRUNCATE tarefa");
  });

  const planIngests = async (contaId: string, count: number): Promise<void> =>
    await t.ctx.database.withConta(contaId, (db) =>
      planTasks(
        db,
        contaId,
        Array.from({ length: count }, (_, n) => toIngest(contaId, `e${n}`, t.clock.now())),
      ),
    );
  const openContas = async () => ({
    loud: (await t.createConta()).contaId,
    quiet: (await t.createConta()).contaId,
  });

  /** Ingest jobs of the loud conta end when they are released, those of other contas at once. */
  const start = async (loud: string): Promise<{ begun: Job[]; work: Work }> => {
    const begun: Job[] = [];
    const held = new Promise<void>((resolve) => (release = resolve));
    const run: JobHandlers["run"] = async (_, job) => {
      begun.push(job);
      if (job.contaId === loud) await held;
    };
    const work = await startWork(t.ctx, { run, onGiveUp: async () => {} });
    works.push(work);
    return { begun, work };
  };
  const countDone = async (contaId: string): Promise<number> =>
    (await t.asOwner("SELECT FROM tarefa WHERE conta_id = $1 AND estado = 'feita'", [contaId])).length;

  test.skipIf(skip)(
    "all e-mails of another conta are read while the endless conta's first e-mails still run",
    async () => {
      const { loud, quiet } = await openContas();
      await planIngests(loud, LOUD);
      const { begun } = await start(loud);
      await expect.poll(() => begun.length).toBe(AT_ONCE);
      await planIngests(quiet, QUIET);
      await expect.poll(() => countDone(quiet)).toBe(QUIET);
      expect(begun.filter(({ contaId }) => contaId === loud)).toHaveLength(AT_ONCE);
      expect(await countDone(loud)).toBe(0);
      release();
      await expect.poll(() => countDone(loud)).toBe(LOUD);
      expect(begun).toHaveLength(LOUD + QUIET);
    },
  );

  test.skipIf(skip)(
    "a stopping process does not wait for jobs that have not begun, and another process runs them",
    async () => {
      const { loud } = await openContas();
      await planIngests(loud, LOUD);
      const { begun, work } = await start(loud);
      await expect.poll(() => begun.length).toBe(AT_ONCE);
      works = [];
      const stopped = work.stop();
      release();
      await stopped;
      expect(begun).toHaveLength(AT_ONCE);
      const { begun: later } = await start("nobody");
      await expect.poll(() => countDone(loud)).toBe(LOUD);
      expect(later).toHaveLength(LOUD - begun.length);
    },
  );
});
