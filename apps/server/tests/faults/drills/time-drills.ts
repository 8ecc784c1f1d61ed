import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "@malote/syntax";
import type { Drill } from "./drill.ts";
import type { Installation } from "./installation.ts";

/** Longer than the lease of 2 min plus the job that detects its end. */
const TAKEN_OVER_MS = 4 * MINUTE_MS;
/** How long both workers run after the frozen one resumes. */
const OVERLAP_MS = 20_000;
const TRIES = 20;
const START_MS = 60_000;

/** Path of the system's libfaketime, which shifts the clock of one process. */
function findFaketime(): string | null {
  const places = fs.readdirSync("/usr/lib").map((place) => `/usr/lib/${place}/faketime/libfaketimeMT.so.1`);
  return places.find((place) => fs.existsSync(place)) ?? null;
}

function jumpDrill(name: string, seconds: number): Drill {
  return {
    name,
    faultMs: 20_000,
    whyNoEmail: "não precisa: os prazos são refeitos",
    skip: () => (findFaketime() === null ? "falta o libfaketime" : null),
    provoke: async (installation) => {
      const file = path.join(installation.pipeline.config.dataDir, "relogio-da-maquina");
      fs.writeFileSync(file, "+0");
      installation.setEnv({
        LD_PRELOAD: findFaketime() ?? "",
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        NO_FAKE_STAT: "1",
      });
      await restart(installation);
      fs.writeFileSync(file, `${seconds > 0 ? "+" : ""}${seconds}s`);
      return () => fs.writeFileSync(file, "+0");
    },
    cleanUp: async (installation) => {
      installation.setEnv({});
      await forgetBlocks(installation);
      await restart(installation);
    },
  };
}

/**
 * Deletes blocks: SEFAZ answers 656 to an early distribution, and the next drills must not wait an
 * hour.
 */
async function forgetBlocks({ pipeline }: Installation): Promise<void> {
  await pipeline.asOwner("DELETE FROM sefaz_bloqueio");
  await pipeline.asOwner(
    "UPDATE tarefa SET vence_em = now() WHERE tipo = 'validate' AND resultado = 'not our turn: bloqueio'",
  );
}

async function restart(installation: Installation): Promise<void> {
  await Promise.all([installation.http.kill("SIGTERM"), installation.worker.kill("SIGTERM")]);
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(200)) {
    if (/^200 200 \/ 200 200/.test(await installation.probe())) return;
  }
}

/** Freezes the worker while it holds a tarefa. */
async function freezeAtWork({ worker, pipeline }: Installation): Promise<void> {
  const findHeld = () =>
    pipeline.asOwner("SELECT FROM tarefa WHERE estado = 'entregue' AND tipo IN ('ingest', 'validate')");
  for (let n = 0; n < TRIES; n += 1) {
    for (const until = Date.now() + 10_000; Date.now() < until && (await findHeld()).length === 0; ) {
      await sleep(2);
    }
    worker.signal("SIGSTOP");
    await sleep(50);
    if ((await findHeld()).length > 0) return;
    worker.signal("SIGCONT");
  }
}

/** Drills about time: processes that freeze, and clocks that jump. */
export const TIME_DRILLS: readonly Drill[] = [
  {
    name: "http congelado (SIGSTOP) e de volta",
    faultMs: 15_000,
    whyNoEmail: "não: nenhuma condição dos avisos; o Prometheus vê que ele não responde",
    provoke: async ({ http }) => {
      http.signal("SIGSTOP");
      return () => http.signal("SIGCONT");
    },
  },
  {
    name: "worker congelado além do arrendamento, e um segundo assume",
    faultMs: TAKEN_OVER_MS,
    whyNoEmail: "não precisa: há outro worker no ar",
    provoke: async (installation) => {
      await installation.sendDocument();
      await installation.sendDocument();
      await freezeAtWork(installation);
      installation.secondWorker.start();
      return async () => {
        installation.worker.signal("SIGCONT");
        await sleep(OVERLAP_MS);
        await installation.secondWorker.kill("SIGTERM", { stay: true });
      };
    },
    until: async (installation) => (await installation.missing().catch(() => 1)) === 0,
  },
  jumpDrill("relógio da máquina adianta 30 min e volta", 1_800),
  jumpDrill("relógio da máquina adianta 1 h e volta", 3_600),
  jumpDrill("relógio da máquina atrasa 1 h e volta", -3_600),
];
