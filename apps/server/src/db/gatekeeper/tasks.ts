import type pg from "pg";
import { WAIT_REASONS, type WaitReason } from "../../errors.ts";

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

type ClaimedRow = { contaId: string; cota: string; id: string | null; tentativa: number | null };

export function createGatekeeperTasks(pool: pg.Pool): GatekeeperTasks {
  return {
    async claimTasks({ tipo, now, ate, executor, abertas, porCota, vez }) {
      const { rows } = await pool.query<ClaimedRow>(
        `SELECT conta_id AS "contaId", cota, id, tentativa FROM portaria_tarefas_entrega($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[tipo, now, ate, executor, PRESENCE_CLASS, abertas, porCota, vez.contaId, vez.cota],
          ...[[...vez.ultimas.keys()], [...vez.ultimas.values()]],
        ],
      );
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
    },
    async returnTasks(executor, claimed) {
      await pool.query("SELECT portaria_tarefas_devolve($1, $2::uuid[], $3::uuid[])", [
        executor,
        claimed.map(({ contaId }) => contaId),
        claimed.map(({ tarefaId }) => tarefaId),
      ]);
    },
    async findQueued(executor) {
      const { rows } = await pool.query<HandedOverTask & { tipo: string }>(
        `SELECT tipo, conta_id AS "contaId", id AS "tarefaId", tentativa FROM portaria_tarefas_na_fila($1)`,
        [executor],
      );
      return rows;
    },
    async renewLeases({ executor, ate, claimed }) {
      const { rows } = await pool.query<Pick<HandedOverTask, "tarefaId" | "tentativa">>(
        `SELECT id AS "tarefaId", tentativa FROM portaria_tarefas_renova($1, $2, $3::uuid[], $4::int[])`,
        [executor, ate, claimed.map(({ tarefaId }) => tarefaId), claimed.map(({ tentativa }) => tentativa)],
      );
      return rows;
    },
    async recoverTasks({ now, vencidas, ate, executor, maxFalhas, maxMortes, limite }) {
      const { rows } = await pool.query<HopelessTask>(
        `SELECT conta_id AS "contaId", id AS "tarefaId", tipo, alvo, tentativa
         FROM portaria_tarefas_perdidas($1, $2, $3, $4, $5, $6, $7, $8)`,
        [now, ate, executor, PRESENCE_CLASS, maxFalhas, maxMortes, limite, vencidas],
      );
      return rows;
    },
    async resumeTasks({ now, tipo, contaId, tarefaIds, esperas = WAIT_REASONS, planejadas = false }) {
      const which = [now, tipo ?? null, contaId ?? null, tarefaIds ?? null, esperas, planejadas];
      for (let total = 0; ; ) {
        const { rows } = await pool.query<{ n: number }>(
          "SELECT portaria_tarefas_retoma($1, $2, $3, $4::uuid[], $5::text[], $6, $7) AS n",
          [...which, RESUMED_MAX],
        );
        const n = rows[0]?.n ?? 0;
        total += n;
        if (n < RESUMED_MAX) return total;
      }
    },
    async pullTasks({ now, saltoMs }) {
      const { rows } = await pool.query<{ n: number }>(
        "SELECT portaria_tarefas_recua($1, make_interval(secs => $2)) AS n",
        [now, saltoMs / 1_000],
      );
      return rows[0]?.n ?? 0;
    },
    async countWaiting(now) {
      const { rows } = await pool.query<{ espera: WaitReason; quantas: number }>(
        "SELECT espera, quantas FROM portaria_tarefas_esperas($1)",
        [now],
      );
      return Object.fromEntries(rows.map(({ espera, quantas }) => [espera, quantas]));
    },
  };
}
