import type { AppContext } from "../app-context.ts";
import { checkHealth } from "./check-health.ts";
import { isReady, type ProcessKind } from "./finding.ts";

/** An id that no conta has: the query only tests whether the database answers. */
const NO_CONTA_ID = "";
/** Time limit for the database, in ms; waiting for a connection of a busy pool may take that long. */
const PING_MS = 5_000;

/** A supervisor's two probes. Neither throws. */
export type Probes = {
  /** Whether the process's main loop runs and the database answers. */
  isAlive(): Promise<boolean>;
  /** Whether the process may accept work. */
  isReady(): Promise<boolean>;
};

/** @param isStopping whether the process received a stop signal */
export function createProbes(app: AppContext, processKind: ProcessKind, isStopping: () => boolean): Probes {
  let pendingPing: Promise<boolean> | null = null;
  return {
    isAlive: async () => {
      // Concurrent probes share one query.
      pendingPing ??= ping(app).finally(() => {
        pendingPing = null;
      });
      return await pendingPing;
    },
    isReady: async () => !isStopping() && isReady(await checkHealth(app), processKind),
  };
}

async function ping({ database }: AppContext): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answered = database.gatekeeper.findConta(NO_CONTA_ID).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
