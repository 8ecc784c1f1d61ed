import fs from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { moveAside } from "./disks.ts";
import type { Drill } from "./drill.ts";
import type { Installation } from "./installation.ts";

/** Start orders with different effects: each part last, and both orders of the two processes. */
const PARTS = ["banco", "redis", "http", "worker"] as const;
type Part = (typeof PARTS)[number];
/** Delay between two parts: a process has started, and may have failed. */
const PART_PAUSE_MS = 1_500;
/** Delay for orders without the folder: no process can continue before it exists. */
const LONG_PART_PAUSE_MS = 4_000;

const NO_EMAIL_NEEDED = "não precisa: em segundos tudo está no ar";

const nothing = async (): Promise<void> => {};

function permute(parts: readonly Part[]): Part[][] {
  if (parts.length <= 1) return [[...parts]];
  return parts.flatMap((first) =>
    permute(parts.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

async function stopAll({ http, worker, redis, database }: Installation): Promise<void> {
  await http.kill("SIGTERM", { stay: true });
  await worker.kill("SIGTERM", { stay: true });
  await redis.kill();
  await database.stop();
}

function startsOf(installation: Installation): Readonly<Record<Part, () => Promise<void>>> {
  return {
    banco: installation.database.start,
    redis: installation.redis.start,
    http: async () => installation.http.start(),
    worker: async () => installation.worker.start(),
  };
}

const ORDERS: readonly Drill[] = permute(PARTS).map((order) => ({
  name: `início: ${order.join(" → ")}`,
  faultMs: 0,
  whyNoEmail: NO_EMAIL_NEEDED,
  provoke: async (installation) => {
    await stopAll(installation);
    const start = startsOf(installation);
    for (const part of order) {
      await start[part]();
      await sleep(PART_PAUSE_MS);
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
const LATE_FOLDER: readonly Drill[] = WITHOUT_FOLDER.map((order) => ({
  name: `início sem a pasta dos arquivos: ${order.join(" → ")}`,
  disks: true,
  faultMs: 0,
  whyNoEmail: NO_EMAIL_NEEDED,
  provoke: async (installation) => {
    await stopAll(installation);
    const restoreFolder = await moveAside(installation.blobs);
    await fs.rmdir(installation.blobs);
    const start = { ...startsOf(installation), arquivos: restoreFolder };
    for (const part of order) {
      await start[part]();
      await sleep(LONG_PART_PAUSE_MS);
    }
    return nothing;
  },
}));

export const START_DRILLS: readonly Drill[] = [...ORDERS, ...LATE_FOLDER];
