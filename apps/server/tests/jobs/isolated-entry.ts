import { threadId } from "node:worker_threads";
import type { JobHandlers } from "../../src/jobs/job.ts";
import { createJobRunner } from "../../src/jobs/threads/run-job.ts";
import { beginThread } from "../../src/jobs/threads/thread-start.ts";
import { queryInConta } from "../setup/conta-sql.ts";

beginThread();

/**
 * Code of the thread in isolated-thread.full.test.ts and reading-threads.full.test.ts: the job's alvo
 * selects its behaviour.
 */
const handlers: JobHandlers = {
  run: async (ctx, { alvo, contaId }) => {
    if (alvo === "bug") throw new Error("broken");
    if (alvo === "quem") throw new Error(`thread ${threadId}`);
    if (alvo === "acorda") ctx.wake?.();
    if (alvo === "volta") for (;;);
    if (alvo === "pulsa") for (let n = 0; n < 4; n += 1) work(ctx.pulse);
    if (alvo === "come") exhaustMemory();
    if (alvo === "morre") process.exit(0);
    const rows = await ctx.database.withConta(contaId, (db) => queryInConta(db, "SELECT id FROM conta"));
    if (rows.length !== 1) throw new Error("the thread does not read its conta");
  },
  onGiveUp: async () => {},
};

export const runJob = createJobRunner(handlers);

/** Works for 0.9 s, then sends a pulse. */
function work(pulse: (() => void) | undefined): void {
  for (const until = performance.now() + 900; performance.now() < until; );
  pulse?.();
}

function exhaustMemory(): never {
  for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, (_, n) => n + kept.length));
}
