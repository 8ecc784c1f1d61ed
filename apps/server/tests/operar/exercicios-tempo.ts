import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Casa } from "./casa.ts";
import type { Exercicio } from "./exercicios.ts";

/** Longer than the lease of 2 min plus the job that detects its end. */
const TAKEN_OVER_MS = 240_000;
/** How long both workers run after the frozen one resumes. */
const BESIDE_MS = 20_000;
const TRIES = 20;
const START_MS = 60_000;

/** Path of the system's libfaketime, which shifts the clock of one process. */
function findFaketime(): string | null {
  const places = fs.readdirSync("/usr/lib").map((place) => `/usr/lib/${place}/faketime/libfaketimeMT.so.1`);
  return places.find((place) => fs.existsSync(place)) ?? null;
}

function jump(nome: string, seconds: number): Exercicio {
  return {
    nome,
    lastsMs: 20_000,
    semEmail: "não precisa: os prazos são refeitos",
    skip: () => (findFaketime() === null ? "falta o libfaketime" : null),
    provoke: async (casa) => {
      const file = path.join(casa.road.config.dataDir, "relogio-da-maquina");
      fs.writeFileSync(file, "+0");
      casa.setEnv({
        LD_PRELOAD: findFaketime() ?? "",
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
        NO_FAKE_STAT: "1",
      });
      await restart(casa);
      fs.writeFileSync(file, `${seconds > 0 ? "+" : ""}${seconds}s`);
      return () => fs.writeFileSync(file, "+0");
    },
    cleanUp: async (casa) => {
      casa.setEnv({});
      await forgetBlocks(casa);
      await restart(casa);
    },
  };
}

/**
 * Deletes blocks: SEFAZ answers 656 to an early distribution, and the next drills must not wait an
 * hour.
 */
async function forgetBlocks({ road }: Casa): Promise<void> {
  await road.asOwner("DELETE FROM sefaz_bloqueio");
  await road.asOwner(
    "UPDATE tarefa SET vence_em = now() WHERE tipo = 'validate' AND resultado = 'not our turn: bloqueio'",
  );
}

async function restart(casa: Casa): Promise<void> {
  await Promise.all([casa.http.kill("SIGTERM"), casa.worker.kill("SIGTERM")]);
  for (const until = Date.now() + START_MS; Date.now() < until; await sleep(200)) {
    if (/^200 200 \/ 200 200/.test(await casa.probe())) return;
  }
}

/** Freezes the worker while it holds a tarefa. */
async function freezeAtWork({ worker, road }: Casa): Promise<void> {
  const held = () =>
    road.asOwner("SELECT FROM tarefa WHERE estado = 'entregue' AND tipo IN ('ingest', 'validate')");
  for (let n = 0; n < TRIES; n += 1) {
    for (const until = Date.now() + 10_000; Date.now() < until && (await held()).length === 0; ) {
      await sleep(2);
    }
    worker.signal("SIGSTOP");
    await sleep(50);
    if ((await held()).length > 0) return;
    worker.signal("SIGCONT");
  }
}

/** Drills about time: processes that freeze, and clocks that jump. */
export const TEMPO: readonly Exercicio[] = [
  {
    nome: "http congelado (SIGSTOP) e de volta",
    lastsMs: 15_000,
    semEmail: "não: nenhuma condição dos avisos; o Prometheus vê que ele não responde",
    provoke: async ({ http }) => {
      http.signal("SIGSTOP");
      return () => http.signal("SIGCONT");
    },
  },
  {
    nome: "worker congelado além do arrendamento, e um segundo assume",
    lastsMs: TAKEN_OVER_MS,
    semEmail: "não precisa: há outro worker no ar",
    provoke: async (casa) => {
      await casa.send();
      await casa.send();
      await freezeAtWork(casa);
      casa.segundo.start();
      return async () => {
        casa.worker.signal("SIGCONT");
        await sleep(BESIDE_MS);
        await casa.segundo.kill("SIGTERM", { stay: true });
      };
    },
    until: async (casa) => (await casa.missing().catch(() => 1)) === 0,
  },
  jump("relógio da máquina adianta 30 min e volta", 1_800),
  jump("relógio da máquina adianta 1 h e volta", 3_600),
  jump("relógio da máquina atrasa 1 h e volta", -3_600),
];
