import type { CondicaoNome } from "../../src/services/operador/condicoes.rules.ts";
import { emptyRedis } from "../matar-golpes.ts";
import { type Casa, fillDisk, mountDisk, unmount } from "./casa.ts";
import { moveAside, run } from "./discos.ts";
import { ABSENT } from "./exercicio-ausente.ts";
import { STARTS } from "./exercicios-inicio.ts";
import { TEMPO } from "./exercicios-tempo.ts";

/** A fault drill. provoke returns a function that ends the fault. */
export type Exercicio = {
  nome: string;
  /** Needs its own disks, which this user must be able to mount. */
  disks?: boolean;
  /** Maximum recovery time in s; default 30. */
  maxS?: number;
  /** Duration of the fault in ms. */
  lastsMs?: number;
  /** Ends the fault before `lastsMs` is over. */
  until?(casa: Casa): Promise<boolean>;
  /** Condition that is e-mailed to the operator if the fault lasts. */
  condicao?: CondicaoNome;
  /** Text of the table when no e-mail is sent, however long the fault lasts. */
  semEmail?: string;
  /** Expects every API to answer that the database is unavailable, each in its protocol. */
  portas?: "fora";
  /** Why the drill cannot run on this machine; null = it can. */
  skip?(): string | null;
  provoke(casa: Casa): Promise<() => Promise<void> | void>;
  /** Runs after the drill was measured. */
  cleanUp?(casa: Casa): Promise<void>;
};

const nothing = async (): Promise<void> => {};
/** Each process reports the database from its own memory. */
const NO_DATABASE = {
  condicao: "verificacao-banco",
  portas: "fora",
} as const;

const AGAIN = "não precisa: o supervisor o inicia de novo";

const LOSSES: readonly Exercicio[] = [
  {
    nome: "PostgreSQL parado em ordem e de volta",
    ...NO_DATABASE,
    provoke: async ({ banco }) => {
      await banco.stop();
      return () => banco.start();
    },
  },
  {
    nome: "PostgreSQL morto (kill -9) e de volta",
    ...NO_DATABASE,
    provoke: async ({ banco }) => {
      await banco.kill();
      return () => banco.start();
    },
  },
  {
    nome: "PostgreSQL congelado (SIGSTOP)",
    ...NO_DATABASE,
    lastsMs: 20_000,
    provoke: async ({ banco }) => {
      banco.signal("SIGSTOP");
      return () => banco.signal("SIGCONT");
    },
  },
  {
    nome: "Redis morto e de volta",
    condicao: "redis-fora",
    provoke: async ({ redis }) => {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    nome: "Redis esvaziado (FLUSHALL)",
    lastsMs: 0,
    semEmail: "não precisa: o banco diz o que falta fazer",
    provoke: async ({ redis }) => {
      await emptyRedis(redis.url);
      return nothing;
    },
  },
  {
    nome: "worker morto (kill -9)",
    lastsMs: 0,
    semEmail: AGAIN,
    provoke: async ({ worker }) => {
      await worker.kill("SIGKILL");
      return nothing;
    },
  },
  {
    nome: "http morto (kill -9)",
    lastsMs: 0,
    semEmail: AGAIN,
    provoke: async ({ http }) => {
      await http.kill("SIGKILL");
      return nothing;
    },
  },
  {
    nome: "worker congelado (SIGSTOP) e de volta",
    condicao: "worker-ausente",
    lastsMs: 15_000,
    provoke: async ({ worker }) => {
      worker.signal("SIGSTOP");
      return () => worker.signal("SIGCONT");
    },
  },
  {
    nome: "chave errada no worker",
    condicao: "worker-ausente",
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
    condicao: "disco-quase-cheio",
    disks: true,
    lastsMs: 20_000,
    provoke: async ({ blobs }) => await fillDisk(blobs),
  },
  {
    nome: "disco do banco cheio",
    condicao: "verificacao-banco",
    disks: true,
    lastsMs: 20_000,
    provoke: async ({ banco }) => {
      const empty = await fillDisk(banco.dataDir);
      return async () => {
        await empty();
        await banco.revive();
      };
    },
  },
  {
    nome: "disco dos arquivos só para leitura",
    condicao: "disco-nao-grava",
    disks: true,
    provoke: async ({ blobs }) => {
      remount(blobs, "ro");
      return () => remount(blobs, "rw");
    },
  },
  {
    nome: "disco dos arquivos desmontado",
    condicao: "arquivos-perdidos",
    disks: true,
    provoke: ({ blobs }) => moveAside(blobs),
  },
  {
    nome: "outro disco no lugar dos arquivos",
    condicao: "arquivos-perdidos",
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
export const EXERCICIOS: readonly Exercicio[] = [...LOSSES, ...TEMPO, ...DISKS, ABSENT, ...STARTS];
