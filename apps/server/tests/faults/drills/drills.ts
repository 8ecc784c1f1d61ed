import { emptyRedis } from "../faults.ts";
import { moveAside, run } from "./disks.ts";
import type { Drill } from "./drill.ts";
import { fillDisk, mountDisk, unmount } from "./installation.ts";
import { MISSING_FILE_DRILL } from "./missing-file-drill.ts";
import { START_DRILLS } from "./start-drills.ts";
import { TIME_DRILLS } from "./time-drills.ts";

const nothing = async (): Promise<void> => {};
/** Each process reports the database from its own memory. */
const DATABASE_OUTAGE = {
  condition: "verificacao-banco",
  expectedApis: "fora",
} as const;

const RESTARTED = "não precisa: o supervisor o inicia de novo";

const OUTAGE_DRILLS: readonly Drill[] = [
  {
    name: "PostgreSQL parado em ordem e de volta",
    ...DATABASE_OUTAGE,
    provoke: async ({ database }) => {
      await database.stop();
      return () => database.start();
    },
  },
  {
    name: "PostgreSQL morto (kill -9) e de volta",
    ...DATABASE_OUTAGE,
    provoke: async ({ database }) => {
      await database.kill();
      return () => database.start();
    },
  },
  {
    name: "PostgreSQL congelado (SIGSTOP)",
    ...DATABASE_OUTAGE,
    faultMs: 20_000,
    provoke: async ({ database }) => {
      database.signal("SIGSTOP");
      return () => database.signal("SIGCONT");
    },
  },
  {
    name: "Redis morto e de volta",
    condition: "redis-fora",
    provoke: async ({ redis }) => {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    name: "Redis esvaziado (FLUSHALL)",
    faultMs: 0,
    whyNoEmail: "não precisa: o banco diz o que falta fazer",
    provoke: async ({ redis }) => {
      await emptyRedis(redis.url);
      return nothing;
    },
  },
  {
    name: "worker morto (kill -9)",
    faultMs: 0,
    whyNoEmail: RESTARTED,
    provoke: async ({ worker }) => {
      await worker.kill("SIGKILL");
      return nothing;
    },
  },
  {
    name: "http morto (kill -9)",
    faultMs: 0,
    whyNoEmail: RESTARTED,
    provoke: async ({ http }) => {
      await http.kill("SIGKILL");
      return nothing;
    },
  },
  {
    name: "worker congelado (SIGSTOP) e de volta",
    condition: "worker-ausente",
    faultMs: 15_000,
    provoke: async ({ worker }) => {
      worker.signal("SIGSTOP");
      return () => worker.signal("SIGCONT");
    },
  },
  {
    name: "chave errada no worker",
    condition: "worker-ausente",
    provoke: async (installation) => {
      installation.setEnv({ MALOTE_KEY: Buffer.alloc(32, 7).toString("base64") });
      await installation.worker.kill("SIGTERM");
      return async () => {
        installation.setEnv({});
        await installation.worker.kill("SIGTERM");
      };
    },
  },
];

const DISK_DRILLS: readonly Drill[] = [
  {
    name: "disco dos arquivos cheio",
    condition: "disco-quase-cheio",
    disks: true,
    faultMs: 20_000,
    provoke: async ({ blobs }) => await fillDisk(blobs),
  },
  {
    name: "disco do banco cheio",
    condition: "verificacao-banco",
    disks: true,
    faultMs: 20_000,
    provoke: async ({ database }) => {
      const empty = await fillDisk(database.dataDir);
      return async () => {
        await empty();
        await database.startIfEnded();
      };
    },
  },
  {
    name: "disco dos arquivos só para leitura",
    condition: "disco-nao-grava",
    disks: true,
    provoke: async ({ blobs }) => {
      remount(blobs, "ro");
      return () => remount(blobs, "rw");
    },
  },
  {
    name: "disco dos arquivos desmontado",
    condition: "arquivos-perdidos",
    disks: true,
    provoke: ({ blobs }) => moveAside(blobs),
  },
  {
    name: "outro disco no lugar dos arquivos",
    condition: "arquivos-perdidos",
    disks: true,
    provoke: async ({ blobs }) => {
      mountDisk(blobs, "300m");
      return () => unmount(blobs);
    },
  },
];

function remount(folder: string, mode: "ro" | "rw"): void {
  run("mount", "-o", `remount,${mode}`, folder);
}

/** All drills, the quick ones first. */
export const DRILLS: readonly Drill[] = [
  ...OUTAGE_DRILLS,
  ...TIME_DRILLS,
  ...DISK_DRILLS,
  MISSING_FILE_DRILL,
  ...START_DRILLS,
];
