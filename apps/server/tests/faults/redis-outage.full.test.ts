import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Job, JobHandlers } from "../../src/jobs/job.ts";
import { startWork, type Work, type WorkOptions } from "../../src/jobs/start-work.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createRedisServer, type RedisServer } from "../setup/servers/redis-server.ts";

const { TEST_REDIS_URL } = process.env;
const WAIT = { timeout: 30_000 };

describe.skipIf(!TEST_REDIS_URL)("the queue in Redis", () => {
  let redis: RedisServer;
  let t: TestContext;
  let work: Work | undefined;
  beforeAll(async () => {
    redis = await createRedisServer();
    t = await createTestContext({ redisUrl: redis.url });
  });
  afterEach(async () => {
    await work?.stop();
    work = undefined;
    await redis.kill();
    await t.asOwner("TRUNCATE tarefa");
  });
  afterAll(() => t?.dispose());

  const plan = async (targets: string[]): Promise<void> => {
    const { contaId } = await t.createConta();
    await t.ctx.database.withConta(contaId, (db) =>
      planTasks(
        db,
        contaId,
        targets.map((target) => ({ tipo: "ingest", alvo: target, venceEm: t.clock.now() })),
      ),
    );
  };
  const start = async (o: WorkOptions = {}): Promise<string[]> => {
    const seen: string[] = [];
    const run = async (_: unknown, { alvo: target }: Job): Promise<void> => void seen.push(target);
    const handlers: JobHandlers = { run, onGiveUp: async () => {} };
    work = await startWork(t.ctx, handlers, o);
    return seen;
  };
  const done = async (): Promise<number> =>
    (await t.asOwner("SELECT FROM tarefa WHERE estado = 'feita'")).length;
  const countQueueFailures = async (): Promise<number> => {
    const text = await t.ctx.metrics.registry.getSingleMetricAsString("malote_fila_falhas_total");
    return Number(/^malote_fila_falhas_total (\d+)$/m.exec(text)?.[1]);
  };

  test("a worker started before Redis begins work once Redis is available", async () => {
    await plan(["a", "b", "c"]);
    const before = await countQueueFailures();
    const seen = await start();
    await expect.poll(countQueueFailures, WAIT).toBeGreaterThan(before);
    await redis.start();
    await expect.poll(done, WAIT).toBe(3);
    expect(seen.sort()).toEqual(["a", "b", "c"]);
  });

  test("jobs planned during a Redis outage run once each after it", async () => {
    await redis.start();
    const seen = await start();
    await plan(["a"]);
    await expect.poll(done, WAIT).toBe(1);
    await redis.kill();
    const before = await countQueueFailures();
    await plan(["b", "c"]);
    await expect.poll(countQueueFailures, WAIT).toBeGreaterThan(before);
    await redis.start();
    await expect.poll(done, WAIT).toBe(3);
    expect(seen.sort()).toEqual(["a", "b", "c"]);
  });

  test("a lasting Redis outage is reported once, so that the process can restart", async () => {
    const lost: string[] = [];
    await plan(["a"]);
    await start({ queueLostMs: 3_000, onQueueLost: (error) => void lost.push(error.message) });
    await expect.poll(() => lost, WAIT).toHaveLength(1);
    expect(lost[0]).toContain("Redis is unavailable");
    const [task] = await t.asOwner<{ falhas: number }>("SELECT falhas FROM tarefa");
    expect(task?.falhas).toBe(0);
  });

  test("work stops during a Redis outage, whether Redis was ever available or not", async () => {
    await start();
    await work?.stop();
    await redis.start();
    await start();
    await redis.kill();
    await work?.stop();
    work = undefined;
  });
});
