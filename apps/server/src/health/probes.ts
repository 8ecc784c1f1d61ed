import type { AppContext } from "../app-context.ts";
import { checkHealth } from "./check-health.ts";
import { isReady, type Processo } from "./finding.ts";

/** A name that no conta can have: the question only shows that the database answers. */
const NOBODY = "";
/** The longest wait for the database, in ms; a connection of a busy pool may take that long. */
const PING_MS = 5_000;

/** The two questions that a supervisor asks. Neither throws. */
export type Probes = {
  /** The process turns and the database answers. */
  isAlive(): Promise<boolean>;
  /** It may be sent work. */
  isReady(): Promise<boolean>;
};

/** @param isStopping whether the process was told to end */
export function createProbes(app: AppContext, processo: Processo, isStopping: () => boolean): Probes {
  let asking: Promise<boolean> | null = null;
  return {
    isAlive: async () => {
      // However many ask at once, the database is asked once.
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
