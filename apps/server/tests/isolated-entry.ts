import { threadId } from "node:worker_threads";
import { isIsolatedThread, serveIsolated } from "../src/jobs/isolated-thread.ts";
import type { JobHandlers } from "../src/jobs/job.ts";
import { isReadingThread, serveReadings } from "../src/jobs/leitura/serve-readings.ts";

/** What a thread of isolated.int.test.ts and reading-threads.int.test.ts runs: the job's alvo says how it behaves. */
const handlers: JobHandlers = {
  run: async (ctx, { alvo, contaId }) => {
    if (alvo === "bug") throw new Error("broken");
    if (alvo === "quem") throw new Error(`thread ${threadId}`);
    if (alvo === "acorda") ctx.wake?.();
    if (alvo === "volta") for (;;);
    if (alvo === "pulsa") for (let n = 0; n < 4; n += 1) work(ctx.pulse);
    if (alvo === "come") eat();
    if (alvo === "morre") process.exit(0);
    const rows = await ctx.database.withContaSql(contaId, (sql) => sql.query("SELECT id FROM conta"));
    if (rows.length !== 1) throw new Error("the thread does not see its conta");
  },
  onGiveUp: async () => {},
};

if (isIsolatedThread()) await serveIsolated(handlers);
else if (isReadingThread()) await serveReadings(handlers, import.meta.filename);

/** Works for a while, and gives a sign of life. */
function work(pulse: (() => void) | undefined): void {
  for (const until = performance.now() + 900; performance.now() < until; );
  pulse?.();
}

function eat(): never {
  for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, (_, n) => n + kept.length));
}
