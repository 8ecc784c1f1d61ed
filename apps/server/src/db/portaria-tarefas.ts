import type pg from "pg";
import { ESPERAS, type Espera } from "../espera.ts";

/** One delivery of a task to a worker: the job data in the queue. */
export type Entregue = { contaId: string; tarefaId: string; tentativa: number };

/**
 * Position of the round robin: the last (conta, cota) served, and for each cota that was full the
 * conta served last.
 */
export type Vez = { contaId: string; cota: string; ultimas: ReadonlyMap<string, string> };

/** Most cotas remembered; the one full the longest time ago is dropped. */
const ULTIMAS_MAX = 1_000;

/** Limits of one claim. */
export type Pedido = {
  tipo: string;
  agora: Date;
  /** End of the lease. */
  ate: Date;
  /** The claiming process (db/presence.ts). */
  executor: number;
  /** Most tasks of this tipo handed over at once, in all processes. */
  abertas: number;
  /** The same for each non-empty cota. */
  porCota: number;
  vez: Vez;
};

/** A task whose last allowed attempt was lost; this process holds it to give it up. */
export type Desistente = Entregue & { tipo: string; alvo: string };

/**
 * Which waiting tasks to make due. tarefaIds: only these, whatever they wait for; esperas: default
 * all but "pedida"; planejadas: also tasks planned for a later time.
 */
export type Retomada = {
  agora: Date;
  tipo?: string | undefined;
  contaId?: string | undefined;
  tarefaIds?: readonly string[] | undefined;
  esperas?: readonly Espera[] | undefined;
  planejadas?: boolean | undefined;
};

/** Rows per statement; the next ones do the rest. */
const RETOMADAS_MAX = 5_000;

/** Tasks over all contas: only for the dispatcher and the sweepers. */
export type PortariaTarefas = {
  /**
   * Claims due tasks, fairly over contas and cotas; `vez`: where the next claim continues. Nothing
   * while the executor's presence is not held.
   */
  claimTarefas(pedido: Pedido): Promise<{ entregues: Entregue[]; vez: Vez }>;
  /** Returns claims that could not be added to the queue. */
  returnTarefas(executor: number, entregues: readonly Entregue[]): Promise<void>;
  /** Tasks that this process added to the queue and that no process has begun. */
  findNaFila(executor: number): Promise<(Entregue & { tipo: string })[]>;
  /** Renews the leases of running and queued tasks of a process. @returns those still its own */
  renewTarefas(o: {
    executor: number;
    ate: Date;
    entregues: readonly Pick<Entregue, "tarefaId" | "tentativa">[];
  }): Promise<Pick<Entregue, "tarefaId" | "tentativa">[]>;
  /** Frees tasks whose lease expired before `vencidas`, or whose process has ended. */
  recoverTarefas(o: {
    agora: Date;
    vencidas: Date;
    ate: Date;
    executor: number;
    maxFalhas: number;
    maxMortes: number;
    limite: number;
  }): Promise<Desistente[]>;
  /**
   * Makes waiting tasks due now, except those with a wait that the other side requested ("pedida").
   * @returns how many
   */
  resumeTarefas(o: Retomada): Promise<number>;
  /**
   * Moves tasks forward that were planned while the clock was ahead by `saltoMs`. @returns the
   * number of tasks
   */
  pullTarefas(o: { agora: Date; saltoMs: number }): Promise<number>;
  /** Number of waiting tasks by reason. */
  countEsperas(agora: Date): Promise<Partial<Record<Espera, number>>>;
};

/** Class of the advisory locks of live processes: "MALO". */
export const PRESENCE_CLASS = 0x4d414c4f;
/** Class of the heartbeat locks, numbered in units of {@link BEAT_S}: "BATE". */
export const BEAT_CLASS = 0x42415445;
/** Unit of a heartbeat number, in seconds: the number fits a lock's key for centuries. */
export const BEAT_S = 5;

type Linha = { contaId: string; cota: string; id: string | null; tentativa: number | null };

export function createPortariaTarefas(pool: pg.Pool): PortariaTarefas {
  return {
    async claimTarefas({ tipo, agora, ate, executor, abertas, porCota, vez }) {
      const { rows } = await pool.query<Linha>(
        `SELECT conta_id AS "contaId", cota, id, tentativa FROM portaria_tarefas_entrega($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          ...[tipo, agora, ate, executor, PRESENCE_CLASS, abertas, porCota, vez.contaId, vez.cota],
          ...[[...vez.ultimas.keys()], [...vez.ultimas.values()]],
        ],
      );
      const entregues: Entregue[] = [];
      const ultimas = new Map(vez.ultimas);
      let { contaId: deQuem, cota: deQual } = vez;
      for (const { contaId, cota, id, tentativa } of rows) {
        if (id !== null && tentativa !== null) entregues.push({ contaId, tarefaId: id, tentativa });
        else if (tentativa === null) [deQuem, deQual] = [contaId, cota];
        else {
          ultimas.delete(cota);
          ultimas.set(cota, contaId);
        }
      }
      for (const cota of [...ultimas.keys()].slice(0, Math.max(0, ultimas.size - ULTIMAS_MAX))) {
        ultimas.delete(cota);
      }
      return { entregues, vez: { contaId: deQuem, cota: deQual, ultimas } };
    },
    async returnTarefas(executor, entregues) {
      await pool.query("SELECT portaria_tarefas_devolve($1, $2::uuid[], $3::uuid[])", [
        executor,
        entregues.map(({ contaId }) => contaId),
        entregues.map(({ tarefaId }) => tarefaId),
      ]);
    },
    async findNaFila(executor) {
      const { rows } = await pool.query<Entregue & { tipo: string }>(
        `SELECT tipo, conta_id AS "contaId", id AS "tarefaId", tentativa FROM portaria_tarefas_na_fila($1)`,
        [executor],
      );
      return rows;
    },
    async renewTarefas({ executor, ate, entregues }) {
      const { rows } = await pool.query<Pick<Entregue, "tarefaId" | "tentativa">>(
        `SELECT id AS "tarefaId", tentativa FROM portaria_tarefas_renova($1, $2, $3::uuid[], $4::int[])`,
        [
          executor,
          ate,
          entregues.map(({ tarefaId }) => tarefaId),
          entregues.map(({ tentativa }) => tentativa),
        ],
      );
      return rows;
    },
    async recoverTarefas({ agora, vencidas, ate, executor, maxFalhas, maxMortes, limite }) {
      const { rows } = await pool.query<Desistente>(
        `SELECT conta_id AS "contaId", id AS "tarefaId", tipo, alvo, tentativa
         FROM portaria_tarefas_perdidas($1, $2, $3, $4, $5, $6, $7, $8)`,
        [agora, ate, executor, PRESENCE_CLASS, maxFalhas, maxMortes, limite, vencidas],
      );
      return rows;
    },
    async resumeTarefas({ agora, tipo, contaId, tarefaIds, esperas = ESPERAS, planejadas = false }) {
      const which = [agora, tipo ?? null, contaId ?? null, tarefaIds ?? null, esperas, planejadas];
      for (let total = 0; ; ) {
        const { rows } = await pool.query<{ n: number }>(
          "SELECT portaria_tarefas_retoma($1, $2, $3, $4::uuid[], $5::text[], $6, $7) AS n",
          [...which, RETOMADAS_MAX],
        );
        const n = rows[0]?.n ?? 0;
        total += n;
        if (n < RETOMADAS_MAX) return total;
      }
    },
    async pullTarefas({ agora, saltoMs }) {
      const { rows } = await pool.query<{ n: number }>(
        "SELECT portaria_tarefas_recua($1, make_interval(secs => $2)) AS n",
        [agora, saltoMs / 1_000],
      );
      return rows[0]?.n ?? 0;
    },
    async countEsperas(agora) {
      const { rows } = await pool.query<{ espera: Espera; quantas: number }>(
        "SELECT espera, quantas FROM portaria_tarefas_esperas($1)",
        [agora],
      );
      return Object.fromEntries(rows.map(({ espera, quantas }) => [espera, quantas]));
    },
  };
}
