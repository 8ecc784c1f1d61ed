import { loadConfig, loadOwnerUrl } from "../config.ts";
import { explainStart } from "../explain-start.ts";
import { assertDataFolder } from "../health/assert-can-start.ts";
import { openContext } from "../open-context.ts";
import { NO_TRACING } from "../tracing/tracing.ts";
import { createDemoConta } from "./demo.ts";
import { runSetup } from "./run-setup.ts";

const POOL_MAX = 2;

/**
 * Runs once before http and worker: prepares the database as its owner, then the demo conta as the server.
 */
async function main(): Promise<void> {
  const config = loadConfig();
  await assertDataFolder(config.dataDir);
  const { lines } = await runSetup({ ...config, ownerUrl: loadOwnerUrl() });
  for (const line of lines) console.log(`[preparo] ${line}`);
  if (config.sandbox === null) return;
  const ctx = await openContext(config, { processName: "preparo", poolMax: POOL_MAX, tracing: NO_TRACING });
  try {
    await createDemoConta(ctx);
  } finally {
    await ctx.database.close();
  }
}

await main().catch((error: unknown) => {
  const sentence = explainStart(error);
  if (sentence === null) throw error;
  console.error(`[preparo] ${sentence}`);
  process.exitCode = 1;
});
