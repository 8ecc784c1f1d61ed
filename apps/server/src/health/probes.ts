import type { AppContext } from "../app-context.ts";
import { checkHealth } from "./check-health.ts";
import { isReady, type Processo } from "./finding.ts";

/** An id that no conta has: the query only tests whether the database answers. */
const NOBODY = "";
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
export function createProbes(app: AppContext, processo: Processo, isStopping: () => boolean): Probes {
  let asking: Promise<boolean> | null = null;
  return {
    isAlive: async () => {
      // Concurrent probes share one query.
      asking ??= ping(app).finally(() => {
        asking = null;
      });
      return await asking;
    },
    isReady: async () => !isStopping() && isReady(await checkHealth(app), processo),
  };
}

async function ping({ database }: AppContext): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_MS);
  });
  const answered = database.portaria.findConta(NOBODY).then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([answered, late]);
  } finally {
    clearTimeout(timer);
  }
}
