import { execFileSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { emptyRedis } from "../matar-golpes.ts";
import { type Casa, fillDisk, mountDisk, unmount } from "./casa.ts";

/** Something that befalls the product. provoke answers what ends it. */
export type Exercicio = {
  nome: string;
  /** Needs disks of its own, which this user may mount. */
  disks?: boolean;
  /** Longest it may take to go on, in s; 30 unless said. */
  maxS?: number;
  /** How long it is left like that, in ms. */
  lastsMs?: number;
  provoke(casa: Casa): Promise<() => Promise<void> | void>;
};

const nothing = async (): Promise<void> => {};

/** Every order of start that has a different effect: each part last, and the two processes in both orders. */
const PARTS = ["banco", "redis", "http", "worker"] as const;
type Part = (typeof PARTS)[number];

function permute(parts: readonly Part[]): Part[][] {
  if (parts.length <= 1) return [[...parts]];
  return parts.flatMap((first) =>
    permute(parts.filter((each) => each !== first)).map((rest) => [first, ...rest]),
  );
}

const STARTS: readonly Exercicio[] = permute(PARTS).map((ordem) => ({
  nome: `início: ${ordem.join(" → ")}`,
  lastsMs: 0,
  provoke: async (casa) => {
    await casa.http.kill("SIGTERM", { stay: true });
    await casa.worker.kill("SIGTERM", { stay: true });
    await casa.redis.kill();
    await casa.banco.stop();
    const start: Readonly<Record<Part, () => Promise<void>>> = {
      banco: casa.banco.start,
      redis: casa.redis.start,
      http: async () => casa.http.start(),
      worker: async () => casa.worker.start(),
    };
    for (const part of ordem) {
      await start[part]();
      await sleep(1_500);
    }
    return nothing;
  },
}));

const LOSSES: readonly Exercicio[] = [
  {
    nome: "PostgreSQL parado em ordem e de volta",
    provoke: async ({ banco }) => {
      await banco.stop();
      return () => banco.start();
    },
  },
  {
    nome: "PostgreSQL morto (kill -9) e de volta",
    provoke: async ({ banco }) => {
      await banco.kill();
      return () => banco.start();
    },
  },
  {
    nome: "PostgreSQL congelado (SIGSTOP)",
    lastsMs: 20_000,
    provoke: async ({ banco }) => {
      banco.signal("SIGSTOP");
      return () => banco.signal("SIGCONT");
    },
  },
  {
    nome: "Redis morto e de volta",
    provoke: async ({ redis }) => {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    nome: "Redis esvaziado (FLUSHALL)",
    lastsMs: 0,
    provoke: async ({ redis }) => {
      await emptyRedis(redis.url);
      return nothing;
    },
  },
  {
    nome: "worker morto (kill -9)",
    lastsMs: 0,
    provoke: async ({ worker }) => {
      await worker.kill("SIGKILL");
      return nothing;
    },
  },
  {
    nome: "http morto (kill -9)",
    lastsMs: 0,
    provoke: async ({ http }) => {
      await http.kill("SIGKILL");
      return nothing;
    },
  },
  {
    nome: "worker congelado (SIGSTOP) e de volta",
    lastsMs: 15_000,
    provoke: async ({ worker }) => {
      worker.signal("SIGSTOP");
      return () => worker.signal("SIGCONT");
    },
  },
  {
    nome: "chave errada no worker",
    provoke: async (casa) => {
      casa.setEnv({ MALOTE_KEY: Buffer.alloc(32, 7).toString("base64") });
      await casa.worker.kill("SIGTERM");
      return async () => {
        casa.setEnv({});
        await casa.worker.kill("SIGTERM");
      };
    },
  },
];

const DISKS: readonly Exercicio[] = [
  {
    nome: "disco dos arquivos cheio",
    disks: true,
    lastsMs: 20_000,
    provoke: async ({ blobs }) => await fillDisk(blobs),
  },
  {
    nome: "disco do banco cheio",
    disks: true,
    lastsMs: 20_000,
    provoke: async ({ banco }) => await fillDisk(banco.dataDir),
  },
  {
    nome: "disco dos arquivos só para leitura",
    disks: true,
    provoke: async ({ blobs }) => {
      remount(blobs, "ro");
      return () => remount(blobs, "rw");
    },
  },
  {
    nome: "disco dos arquivos desmontado",
    disks: true,
    provoke: async ({ blobs }) => {
      const aside = `${blobs}-guardado`;
      await fs.mkdir(aside);
      moveMount(blobs, aside);
      return async () => {
        moveMount(aside, blobs);
        await fs.rmdir(aside);
      };
    },
  },
  {
    nome: "outro disco no lugar dos arquivos",
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

function moveMount(from: string, to: string): void {
  // A mount that others share cannot be moved.
  run("mount", "--bind", from, to);
  run("umount", "-l", from);
}

function run(...[program = "", ...args]: string[]): void {
  execFileSync(program, args);
}

const MISSING: Exercicio = {
  nome: "um arquivo ausente do armazém, e de volta",
  maxS: 120,
  lastsMs: 15_000,
  provoke: async ({ blobs, road, worker, send }) => {
    // Fetched and not read yet: the worker is away when its bytes go.
    const known = new Set(await listBlobs(blobs));
    await send();
    await waitFor(async () => (await listBlobs(blobs)).some((file) => !known.has(file)));
    worker.signal("SIGSTOP");
    const fresh = (await listBlobs(blobs)).filter((file) => !known.has(file));
    const moved = fresh.map((file) => ({ file, aside: path.join(road.config.dataDir, path.basename(file)) }));
    for (const { file, aside } of moved) await fs.copyFile(file, aside).then(() => fs.rm(file));
    worker.signal("SIGCONT");
    return async () => {
      for (const { file, aside } of moved) await fs.copyFile(aside, file).then(() => fs.rm(aside));
      await road.ctx.database.portaria.resumeTarefas({ agora: road.ctx.clock.now() });
    };
  },
};

async function listBlobs(folder: string): Promise<string[]> {
  const all = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

async function waitFor(fact: () => Promise<boolean>): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(10)) if (await fact()) return;
}

/** All of them, the quick ones first. */
export const EXERCICIOS: readonly Exercicio[] = [...LOSSES, ...DISKS, MISSING, ...STARTS];
