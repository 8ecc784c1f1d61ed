import fs from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Casa } from "./casa.ts";
import { moveAside } from "./discos.ts";
import type { Exercicio } from "./exercicios.ts";

/** Start orders with different effects: each part last, and both orders of the two processes. */
const PARTS = ["banco", "redis", "http", "worker"] as const;
type Part = (typeof PARTS)[number];
/** Delay between two parts: a process has started, and may have failed. */
const APART_MS = 1_500;
/** Delay for orders without the folder: no process can continue before it exists. */
const APART_LONG_MS = 4_000;

const SHORT = "não precisa: em segundos tudo está no ar";

const nothing = async (): Promise<void> => {};

function permute(parts: readonly Part[]): Part[][] {
  if (parts.length <= 1) return [[...parts]];
  return parts.flatMap((first) =>
    permute(parts.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

async function stopAll({ http, worker, redis, banco }: Casa): Promise<void> {
  await http.kill("SIGTERM", { stay: true });
  await worker.kill("SIGTERM", { stay: true });
  await redis.kill();
  await banco.stop();
}

function startsOf(casa: Casa): Readonly<Record<Part, () => Promise<void>>> {
  return {
    banco: casa.banco.start,
    redis: casa.redis.start,
    http: async () => casa.http.start(),
    worker: async () => casa.worker.start(),
  };
}

const ORDERS: readonly Exercicio[] = permute(PARTS).map((ordem) => ({
  nome: `início: ${ordem.join(" → ")}`,
  lastsMs: 0,
  semEmail: SHORT,
  provoke: async (casa) => {
    await stopAll(casa);
    const start = startsOf(casa);
    for (const part of ordem) {
      await start[part]();
      await sleep(APART_MS);
    }
    return nothing;
  },
}));

const WITHOUT_FOLDER: readonly (Part | "arquivos")[][] = [
  ["banco", "redis", "worker", "http", "arquivos"],
  ["banco", "redis", "http", "arquivos", "worker"],
  ["worker", "http", "arquivos", "redis", "banco"],
];

/** The files folder does not exist at first: its disk is mounted after the other parts have started. */
const LATE_FOLDER: readonly Exercicio[] = WITHOUT_FOLDER.map((ordem) => ({
  nome: `início sem a pasta dos arquivos: ${ordem.join(" → ")}`,
  disks: true,
  lastsMs: 0,
  semEmail: SHORT,
  provoke: async (casa) => {
    await stopAll(casa);
    const arquivos = await moveAside(casa.blobs);
    await fs.rmdir(casa.blobs);
    const start = { ...startsOf(casa), arquivos };
    for (const part of ordem) {
      await start[part]();
      await sleep(APART_LONG_MS);
    }
    return nothing;
  },
}));

export const STARTS: readonly Exercicio[] = [...ORDERS, ...LATE_FOLDER];
