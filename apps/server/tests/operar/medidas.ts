import { setTimeout as sleep } from "node:timers/promises";

/** Metrics of one process, by series; null = it did not answer. */
export type Medidas = ReadonlyMap<string, number> | null;
export type MedidasDaCasa = Readonly<Record<"http" | "worker", Medidas>>;

/** Scrape timeout of Prometheus. */
const SCRAPE_MS = 10_000;
const STEP_MS = 500;
/** Due work or a dispatcher older than this counts as stuck, in seconds. */
const OLD_S = 60;
/** Below this free share a disk counts as full. */
const FREE_MIN = 0.03;

/** @param url of /metrics */
export async function readMedidas(url: string): Promise<Medidas> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(SCRAPE_MS) });
    return answer.ok ? parse(await answer.text()) : null;
  } catch {
    return null;
  }
}

function parse(text: string): Medidas {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(" ");
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/**
 * Series of docs/operar/malote.rules.yml that left their normal value, as text. calm: the metrics
 * before the fault.
 */
function tellChanges(calm: Medidas, now: Medidas): string[] {
  if (now === null) return ["up=0"];
  return [...now].flatMap(([series, value]) => {
    const [name = ""] = series.split("{");
    const before = calm?.get(series) ?? 0;
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
        return calm !== null && value !== before ? ["process_start_time_seconds muda"] : [];
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
export function watchMedidas(read: () => Promise<MedidasDaCasa>, calm: MedidasDaCasa, stepMs = STEP_MS) {
  const told = new Map<string, Map<string, number>>();
  const began = performance.now();
  let ended = false;
  const loop = (async () => {
    do {
      const now = await read();
      for (const processo of ["http", "worker"] as const) {
        for (const what of tellChanges(calm[processo], now[processo])) {
          const by = told.get(what) ?? new Map<string, number>();
          told.set(what, by);
          if (!by.has(processo)) by.set(processo, Math.round((performance.now() - began) / 1_000));
        }
      }
      await sleep(stepMs);
    } while (!ended);
  })();
  return {
    stop: async (): Promise<string[]> => {
      ended = true;
      await loop;
      const tell = ([processo, seconds]: [string, number]): string => `${processo} ${seconds} s`;
      return [...told].map(([what, by]) => `${what} (${[...by].sort().map(tell).join(", ")})`);
    },
  };
}
