import { WAIT_REASONS, type WaitReason } from "../../errors.ts";
import type { Sender } from "../run-statement.ts";
import { nullable, number, oneOf, type RowOf, text, uuid } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperRows } from "./call.ts";

/** One delivery of a task to a worker: the job data in the queue. */
export type HandedOverTask = { contaId: string; tarefaId: string; tentativa: number };

/**
 * Position of the round robin: the last (conta, cota) served, and for each cota that was full the
 * conta served last.
 */
export type RoundPosition = { contaId: string; cota: string; ultimas: ReadonlyMap<string, string> };

/** Most cotas remembered; the one full the longest time ago is dropped. */
const LAST_SERVED_MAX = 1_000;

/** Limits of one claim. */
export type ClaimRequest = {
  tipo: string;
  now: Date;
  /** End of the lease. */
  ate: Date;
  /** The claiming process (db/presence.ts). */
  executor: number;
  /** Most tasks of this tipo handed over at once, in all processes. */
  abertas: number;
  /** The same for each non-empty cota. */
  porCota: number;
  vez: RoundPosition;
};

/** A task whose last allowed attempt was lost; this process holds it to give it up. */
export type HopelessTask = HandedOverTask & { tipo: string; alvo: string };

/**
 * Which waiting tasks to make due. tarefaIds: only these, whatever they wait for; esperas: default
 * all but "pedida"; planejadas: also tasks planned for a later time.
 */
export type ResumeFilter = {
  now: Date;
  tipo?: string | undefined;
  contaId?: string | undefined;
  tarefaIds?: readonly string[] | undefined;
  esperas?: readonly WaitReason[] | undefined;
  planejadas?: boolean | undefined;
};

/** Rows per statement; the next ones do the rest. */
const RESUMED_MAX = 5_000;

/** Tasks over all contas: only for the dispatcher and the sweepers. */
export type GatekeeperTasks = {
  /**
   * Claims due tasks, fairly over contas and cotas; `vez`: where the next claim continues. Nothing
   * while the executor's presence is not held.
   */
  claimTasks(request: ClaimRequest): Promise<{ claimed: HandedOverTask[]; vez: RoundPosition }>;
  /** Returns claims that could not be added to the queue. */
  returnTasks(executor: number, claimed: readonly HandedOverTask[]): Promise<void>;
  /** Tasks that this process added to the queue and that no process has begun. */
  findQueued(executor: number): Promise<(HandedOverTask & { tipo: string })[]>;
  /** Renews the leases of running and queued tasks of a process. @returns those still its own */
  renewLeases(o: {
    executor: number;
    ate: Date;
    claimed: readonly Pick<HandedOverTask, "tarefaId" | "tentativa">[];
  }): Promise<Pick<HandedOverTask, "tarefaId" | "tentativa">[]>;
  /** Frees tasks whose lease expired before `vencidas`, or whose process has ended. */
  recoverTasks(o: {
    now: Date;
    vencidas: Date;
    ate: Date;
    executor: number;
    maxFalhas: number;
    maxMortes: number;
    limite: number;
  }): Promise<HopelessTask[]>;
  /**
   * Makes waiting tasks due now, except those with a wait that the other side requested ("pedida").
   * @returns how many
   */
  resumeTasks(o: ResumeFilter): Promise<number>;
  /**
   * Moves tasks forward that were planned while the clock was ahead by `saltoMs`. @returns the
   * number of tasks
   */
  pullTasks(o: { now: Date; saltoMs: number }): Promise<number>;
  /** Number of waiting tasks by reason. */
  countWaiting(now: Date): Promise<Partial<Record<WaitReason, number>>>;
};

/** Class of the advisory locks of live processes: "MALO". */
export const PRESENCE_CLASS = 0x4d414c4f;
/** Class of the heartbeat locks, numbered in units of {@link BEAT_S}: "BATE". */
export const BEAT_CLASS = 0x42415445;
/** Unit of a heartbeat number, in seconds: the number fits a lock's key for centuries. */
export const BEAT_S = 5;

const CLAIMED = { contaId: uuid, cota: text, id: nullable(uuid), tentativa: nullable(number) };
const claimTasks = gatekeeperRows("portaria_tarefas_entrega", 11, CLAIMED);
const returnTasks = gatekeeperDone("portaria_tarefas_devolve", 3);
const TASK = { contaId: uuid, id: uuid, tipo: text, tentativa: number };
const findQueued = gatekeeperRows("portaria_tarefas_na_fila", 1, TASK);
const renewLeases = gatekeeperRows("portaria_tarefas_renova", 4, { id: uuid, tentativa: number });
const recoverTasks = gatekeeperRows("portaria_tarefas_perdidas", 8, { ...TASK, alvo: text });
const resumeTasks = gatekeeperCount("portaria_tarefas_retoma", 7);
const pullTasks = textStatement(
  { n: number },
  "SELECT portaria_tarefas_recua($1, make_interval(secs => $2)) AS n",
);
const WAITING = { espera: oneOf<WaitReason>(), quantas: number };
const countWaiting = gatekeeperRows("portaria_tarefas_esperas", 1, WAITING);

export function createGatekeeperTasks(on: Sender): GatekeeperTasks {
  return {
    async claimTasks({ tipo, now, ate, executor, abertas, porCota, vez }) {
      const { contaId, cota, ultimas } = vez;
      const round = [contaId, cota, [...ultimas.keys()], [...ultimas.values()]];
      const limits = [PRESENCE_CLASS, abertas, porCota];
      return readClaim(await claimTasks(on, tipo, now, ate, executor, ...limits, ...round), vez);
    },
    returnTasks: (executor, claimed) =>
      returnTasks(
        on,
        executor,
        claimed.map(({ contaId }) => contaId),
        claimed.map(({ tarefaId }) => tarefaId),
      ),
    findQueued: async (executor) => (await findQueued(on, executor)).map(withTarefaId),
    async renewLeases({ executor, ate, claimed }) {
      const tarefaIds = claimed.map(({ tarefaId }) => tarefaId);
      const tentativas = claimed.map(({ tentativa }) => tentativa);
      return (await renewLeases(on, executor, ate, tarefaIds, tentativas)).map(withTarefaId);
    },
    async recoverTasks({ now, vencidas, ate, executor, maxFalhas, maxMortes, limite }) {
      const limits = [maxFalhas, maxMortes, limite, vencidas];
      return (await recoverTasks(on, now, ate, executor, PRESENCE_CLASS, ...limits)).map(withTarefaId);
    },
    async resumeTasks({ now, tipo, contaId, tarefaIds, esperas = WAIT_REASONS, planejadas = false }) {
      const which = [now, tipo ?? null, contaId ?? null, tarefaIds ?? null, esperas, planejadas];
      for (let total = 0; ; ) {
        const n = await resumeTasks(on, ...which, RESUMED_MAX);
        total += n;
        if (n < RESUMED_MAX) return total;
      }
    },
    pullTasks: async ({ now, saltoMs }) => (await pullTasks.first(on, [now, saltoMs / 1_000]))?.n ?? 0,
    async countWaiting(now) {
      const rows = await countWaiting(on, now);
      return Object.fromEntries(rows.map(({ espera, quantas }) => [espera, quantas]));
    },
  };
}

function withTarefaId<T extends { id: string }>({ id, ...task }: T): Omit<T, "id"> & { tarefaId: string } {
  return { ...task, tarefaId: id };
}

/** Rows without a task say where the next claim continues: in all, or for a cota that was full. */
function readClaim(
  rows: readonly RowOf<typeof CLAIMED>[],
  vez: RoundPosition,
): { claimed: HandedOverTask[]; vez: RoundPosition } {
  const claimed: HandedOverTask[] = [];
  const ultimas = new Map(vez.ultimas);
  let { contaId: cursorConta, cota: cursorCota } = vez;
  for (const { contaId, cota, id, tentativa } of rows) {
    if (id !== null && tentativa !== null) claimed.push({ contaId, tarefaId: id, tentativa });
    else if (tentativa === null) [cursorConta, cursorCota] = [contaId, cota];
    else {
      ultimas.delete(cota);
      ultimas.set(cota, contaId);
    }
  }
  for (const cota of [...ultimas.keys()].slice(0, Math.max(0, ultimas.size - LAST_SERVED_MAX))) {
    ultimas.delete(cota);
  }
  return { claimed, vez: { contaId: cursorConta, cota: cursorCota, ultimas } };
}
