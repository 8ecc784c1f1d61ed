import { isIsolatedThread, serveIsolated } from "../src/jobs/isolated-thread.ts";

/** What a thread of isolated.int.test.ts runs: the job's alvo says how it behaves. */
if (isIsolatedThread()) {
  await serveIsolated({
    run: async (ctx, { alvo, contaId }) => {
      if (alvo === "bug") throw new Error("broken");
      if (alvo === "volta") for (;;);
      if (alvo === "come") eat();
      if (alvo === "morre") process.exit(0);
      const rows = await ctx.database.withContaSql(contaId, (sql) => sql.query("SELECT id FROM conta"));
      if (rows.length !== 1) throw new Error("the thread does not see its conta");
    },
    onGiveUp: async () => {},
  });
}

function eat(): never {
  for (const kept: number[][] = []; ; ) kept.push(Array.from({ length: 100_000 }, (_, n) => n + kept.length));
}
