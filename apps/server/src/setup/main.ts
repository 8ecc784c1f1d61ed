import { formatInteger } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import { machineNow } from "../clock.ts";
import { loadConfig, loadOwnerUrl, type SandboxInfo } from "../config.ts";
import { explainStart } from "../explain-start.ts";
import { assertDataFolder } from "../health/assert-can-start.ts";
import { openContext } from "../open-context.ts";
import { NO_TRACING } from "../tracing/tracing.ts";
import { createDemoConta } from "./demo.ts";
import { readHistory, replayHistory } from "./history/replay-history.ts";
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
    await prepareDemo(ctx, config.sandbox.info);
  } finally {
    await ctx.database.close();
  }
}

/** The demo conta and, in a new data folder, its past. */
async function prepareDemo(ctx: AppContext, info: SandboxInfo): Promise<void> {
  const history = await readHistory(info);
  if (history === null) {
    await createDemoConta(ctx);
    return;
  }
  const started = performance.now();
  // The conta is as old as its first document.
  const clock = { now: () => history.begin, machine: () => machineNow(ctx.clock) };
  const contaId = await createDemoConta({ ...ctx, clock });
  const count = await replayHistory(ctx, { contaId, info, history }).catch((error: unknown) => {
    // Nothing of it is stored: the product starts with an empty conta.
    console.error("[preparo] o histórico da demonstração não pôde ser feito; a conta demo abre vazia", error);
    return null;
  });
  if (count === null) return;
  const seconds = formatDecimal((performance.now() - started) / 1000);
  console.log(`[preparo] histórico da demonstração: ${formatInteger(count)} documentos, em ${seconds} s`);
}

function formatDecimal(value: number): string {
  return value.toFixed(1).replace(".", ",");
}

await main().catch((error: unknown) => {
  const sentence = explainStart(error);
  if (sentence === null) throw error;
  console.error(`[preparo] ${sentence}`);
  process.exitCode = 1;
});
