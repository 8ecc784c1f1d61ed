import type { AppContext } from "../app-context.ts";
import { checkDatabase } from "./check-database.ts";
import { checkDisk } from "./check-disk.ts";
import { checkRedis } from "./check-redis.ts";
import type { HealthFinding } from "./finding.ts";

export type { HealthFinding } from "./finding.ts";

/** Time limit for one group of checks, in ms. */
const CHECK_MS = 3_000;
/** Findings are reused for this time, in ms, so that frequent probes and scrapes do not load the system. */
const CACHE_MS = 2_000;

type Group = { run: (app: AppContext) => Promise<HealthFinding[]>; late: HealthFinding };

const GROUPS: readonly Group[] = [
  {
    run: checkDatabase,
    late: { name: "banco", ok: false, detail: "O banco de dados não respondeu em 3 s." },
  },
  {
    run: checkDisk,
    late: { name: "disco", ok: false, detail: "O disco dos arquivos não respondeu em 3 s." },
  },
  {
    run: (app) => checkRedis(app, CHECK_MS),
    late: { name: "fila", ok: false, detail: "O Redis não respondeu em 3 s." },
  },
];

/** Runs and caches the checks of one process. */
type HealthCache = { check(app: AppContext): Promise<HealthFinding[]> };

const healthCaches = new WeakMap<AppContext["dispatching"], HealthCache>();

/**
 * Checks everything that this process depends on, in parallel and with a time limit, at most every two
 * seconds. Checks that need an unavailable database are absent. Each change is logged once.
 */
export async function checkHealth(app: AppContext): Promise<HealthFinding[]> {
  const cache = healthCaches.get(app.dispatching) ?? createHealthCache();
  healthCaches.set(app.dispatching, cache);
  return await cache.check(app);
}

function createHealthCache(): HealthCache {
  const groups = GROUPS.map(limitTime);
  const log = createChangeLog();
  let last: { at: number; findings: Promise<HealthFinding[]> } | null = null;
  const runChecks = async (app: AppContext): Promise<HealthFinding[]> => {
    const findings = (await Promise.all(groups.map((group) => group(app)))).flat();
    log(app, findings);
    return findings;
  };
  return {
    check: async (app) => {
      if (last === null || performance.now() - last.at > CACHE_MS) {
        const findings = runChecks(app);
        last = { at: performance.now(), findings };
        // The cache time starts at the end, so that a slow check is not repeated at once.
        void findings.finally(() => {
          last = { at: performance.now(), findings };
        });
      }
      return await last.findings;
    },
  };
}

/**
 * Limits a group's time. A group that hangs is not started a second time; it reports `late` until it ends.
 */
function limitTime({ run, late }: Group): (app: AppContext) => Promise<HealthFinding[]> {
  let running: Promise<HealthFinding[]> | null = null;
  const runSafely = async (app: AppContext): Promise<HealthFinding[]> => {
    try {
      return await run(app);
    } catch (error) {
      app.log.error({ err: error, verificacao: late.name }, "uma verificação não pôde ser feita");
      return [{ ...late, detail: "A verificação falhou por um erro do Malote: veja o log." }];
    }
  };
  return async (app) => {
    running ??= runSafely(app).finally(() => {
      running = null;
    });
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<HealthFinding[]>((resolve) => {
      timer = setTimeout(() => resolve([late]), CHECK_MS);
    });
    try {
      return await Promise.race([running, timeout]);
    } finally {
      clearTimeout(timer);
    }
  };
}

function createChangeLog(): (app: AppContext, findings: readonly HealthFinding[]) => void {
  const failing = new Set<string>();
  return ({ log }, findings) => {
    for (const { name, ok, detail } of findings) {
      if (!ok && !failing.has(name)) log.warn({ verificacao: name }, `verificação falhou: ${detail}`);
      if (ok && failing.has(name)) log.info({ verificacao: name }, `verificação voltou: ${detail}`);
      if (ok) failing.delete(name);
      else failing.add(name);
    }
  };
}
