import { setTimeout as sleep } from "node:timers/promises";

/** Metrics of one process, by series; null = it did not answer. */
export type ProcessMetrics = ReadonlyMap<string, number> | null;
export type InstallationMetrics = Readonly<Record<"http" | "worker", ProcessMetrics>>;

/** Scrape timeout of Prometheus. */
const SCRAPE_MS = 10_000;
const STEP_MS = 500;
/** Due work or a dispatcher older than this counts as stuck, in seconds. */
const OLD_S = 60;
/** Below this free share a disk counts as full. */
const FREE_MIN = 0.03;

/** @param url of /metrics */
export async function readMetrics(url: string): Promise<ProcessMetrics> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(SCRAPE_MS) });
    return answer.ok ? parse(await answer.text()) : null;
  } catch {
    return null;
  }
}

function parse(text: string): ProcessMetrics {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/**
 * Series of docs/operar/malote.rules.yml that left their normal value, as text. normal: the metrics
 * before the fault.
 */
function listChanges(normal: ProcessMetrics, now: ProcessMetrics): string[] {
  if (now === null) return ["up=0"];
  return [...now].flatMap(([series, value]) => {
    const [name = ""] = series.split("{");
    const before = normal?.get(series) ?? 0;
    switch (name) {
      case "malote_saude":
        return value === 0 && before !== 0 ? [`malote_saude{${labelOf(series, "verificacao")}}=0`] : [];
      case "malote_workers":
      case "malote_medidas_lidas":
      case "malote_redis_no_ar":
        return value === 0 && before !== 0 ? [`${name}=0`] : [];
      case "malote_fila_falhas_total":
        return value > before ? [`${name} sobe`] : [];
      case "malote_distribuidor_idade_segundos":
        return value > OLD_S ? [`${name}>${OLD_S}`] : [];
      case "malote_tarefa_mais_antiga_segundos":
        return value > OLD_S && before <= OLD_S ? [`${name}{${labelOf(series, "tipo")}}>${OLD_S}`] : [];
      case "malote_disco_livre_bytes": {
        const size = now.get(series.replace("livre_", "")) ?? Number.POSITIVE_INFINITY;
        return value < size * FREE_MIN ? [`${name}{${labelOf(series, "pasta")}}<3%`] : [];
      }
      case "process_start_time_seconds":
        return normal !== null && value !== before ? ["process_start_time_seconds muda"] : [];
      default:
        return [];
    }
  });
}

function labelOf(series: string, name: string): string {
  return new RegExp(`${name}="[^"]*"`).exec(series)?.[0] ?? "";
}

/**
 * Polls the metrics until `stop`, which returns the changed series, their process, and the seconds
 * until then.
 */
export function watchMetrics(
  read: () => Promise<InstallationMetrics>,
  normal: InstallationMetrics,
  stepMs = STEP_MS,
) {
  const changes = new Map<string, Map<string, number>>();
  const began = performance.now();
  let ended = false;
  const loop = (async () => {
    do {
      const now = await read();
      for (const processName of ["http", "worker"] as const) {
        for (const what of listChanges(normal[processName], now[processName])) {
          const by = changes.get(what) ?? new Map<string, number>();
          changes.set(what, by);
          if (!by.has(processName)) by.set(processName, Math.round((performance.now() - began) / 1_000));
        }
      }
      await sleep(stepMs);
    } while (!ended);
  })();
  return {
    stop: async (): Promise<string[]> => {
      ended = true;
      await loop;
      const describe = ([processName, seconds]: [string, number]): string => `${processName} ${seconds} s`;
      return [...changes].map(([what, by]) => `${what} (${[...by].sort().map(describe).join(", ")})`);
    },
  };
}
