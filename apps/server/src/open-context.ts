import { createAntivirus } from "./antivirus/antivirus.ts";
import type { AppContext } from "./app-context.ts";
import { blobFolderOf, createFolderStore } from "./blob/folder-store.ts";
import { createMissingBlobCounter } from "./blob/missing-blob-counter.ts";
import { createStoreGuard } from "./blob/store-identity.ts";
import { type Clock, followClock, systemClock } from "./clock.ts";
import type { Config } from "./config.ts";
import { openDatabase } from "./db/index.ts";
import { createLogger } from "./log.ts";
import { createMailer } from "./mail/mailer.ts";
import { createMetrics } from "./metrics/metrics.ts";
import { createSecretBox } from "./secrets/secret-box.ts";
import { openTracing } from "./tracing/open-tracing.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** processName: in the log; poolMax: database connections; tracing: replaces the configured export. */
export type ContextOptions = { processName: string; poolMax?: number; clock?: Clock; tracing?: Tracing };

/** The sandbox's clock if the sandbox is on: its console moves it. */
function clockOf({ sandbox }: Config): Clock {
  const file = sandbox?.info.relogio;
  return file === undefined ? systemClock : followClock(file);
}

/**
 * Opens the dependencies of a process; `ctx.database.close()` closes them.
 * @throws {StartRefusal} when the database's role is too powerful
 */
export async function openContext(config: Config, o: ContextOptions): Promise<AppContext> {
  const log = createLogger(o.processName, config.logLevel);
  const clock = o.clock ?? clockOf(config);
  const database = await openDatabase(
    config,
    o.poolMax === undefined ? { log } : { log, poolMax: o.poolMax },
  );
  const storeGuard = createStoreGuard(blobFolderOf(config), database.gatekeeper);
  const blobs = createFolderStore(blobFolderOf(config), clock, storeGuard);
  const mail = createMailer(config.smtp);
  const metrics = createMetrics();
  const { processName } = o;
  return {
    config,
    database,
    blobs,
    missingBlobs: createMissingBlobCounter(blobs),
    storeGuard,
    dispatching: { lookedAt: null },
    secretBox: createSecretBox(config.chave, config.previousKeys),
    clock,
    log,
    mail,
    metrics,
    tracing: o.tracing ?? (await openTracing({ config, processName, metrics, log })),
    ...(config.antivirus === null ? {} : { antivirus: createAntivirus(config.antivirus) }),
  };
}
