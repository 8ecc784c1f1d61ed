import type pg from "pg";

/** The product user; the database checks them at each call. */
export type OperatorRef = { contaId: string; usuarioId: string };
type PageRange = { salto: number; limite: number };

/** Due work of one task type. feitas: successful in the last `minutos`. */
export type QueueRow = {
  tipo: string;
  esperando: number;
  desde: Date | null;
  emAndamento: number;
  feitas: number;
};

/** Filter of failures. desde: start for given-up work, unless de or ate is set. */
export type FailureQuery = {
  now: Date;
  desde: Date;
  tipo: string | null;
  deQuem: string | null;
  estado: "tentando" | "desistiu" | null;
  de: Date | null;
  ate: Date | null;
};

/** causa: a failure code, or webhook:<WebhookFailure>. url, status: of a webhook whose endpoint fails. */
export type FailureRow = {
  contaId: string;
  id: string;
  tipo: string;
  alvo: string;
  estado: "tentando" | "desistiu";
  quando: Date;
  causa: string | null;
  cota: string;
  espera: string | null;
  falhas: number;
  ausencias: number;
  venceEm: Date | null;
  url: string | null;
  status: number | null;
  conta: string;
};

export type FailureCount = {
  tipo: string;
  estado: "tentando" | "desistiu";
  pedida: boolean;
  quantas: number;
};

export type WaitingRow = {
  contaId: string;
  conta: string;
  esperando: number;
  desde: Date;
  porFila: Record<string, number>;
};

export type CaixaStatus = {
  id: string;
  contaId: string;
  conta: string;
  endereco: string;
  servidor: string;
  causa: string | null;
  erroDesde: Date | null;
  ultimaColeta: Date | null;
  avisadaEm: Date | null;
};

export type CertificadoStatus = {
  id: string;
  contaId: string;
  conta: string;
  nome: string;
  validoAte: Date;
  avisadaEm: Date | null;
};

export type OperatorSummary = {
  caixas: number;
  caixasComErro: number;
  contasComErro: number;
  certificados: number;
  certificadoFim: Date | null;
};

/** A pause of polling for all mailboxes. */
export type PollPause = { desde: Date; quem: string; motivo: string | null };

/** Bytes of one kind at the end of a day (yyyy-MM-dd). */
export type StorageMeasure = { dia: string; tipo: string; bytes: number; medidoEm: Date };

export type ActRow = {
  id: string;
  quando: Date;
  usuario: string;
  conta: string;
  acao: string;
  detalhe: string | null;
};

/** An act to record. alvo: the id of its object. */
export type NewAct = { id: string; now: Date; acao: string; alvo: string; detalhe: string | null };

/** Finished attempts of one minute, by task type. */
export type FinishedWork = { tipo: string; feitas: number; falhas: number };

/** Queries and acts of product users; empty for any other user. */
export type GatekeeperOperator = {
  /** ve: sees all contas; manda: may change global settings. */
  findOperator(operator: OperatorRef): Promise<{ ve: boolean; manda: boolean }>;
  findQueues(operator: OperatorRef, o: { now: Date; minutos: number }): Promise<QueueRow[]>;
  /** ids: only those; null = all that match the filter. */
  findFailures(
    operator: OperatorRef,
    filter: FailureQuery,
    o: PageRange & { ids: readonly string[] | null },
  ): Promise<FailureRow[]>;
  countFailures(operator: OperatorRef, filter: FailureQuery): Promise<FailureCount[]>;
  findWaiting(
    operator: OperatorRef,
    o: PageRange & { now: Date },
  ): Promise<{ rows: WaitingRow[]; total: number }>;
  findCaixaStatuses(
    operator: OperatorRef,
    o: PageRange & { erro: boolean },
  ): Promise<{ rows: CaixaStatus[]; total: number }>;
  findCertificadoStatuses(
    operator: OperatorRef,
    o: PageRange & { antes: Date },
  ): Promise<{ rows: CertificadoStatus[]; total: number }>;
  findSummary(operator: OperatorRef, before: Date): Promise<OperatorSummary>;
  /** The pause, readable for all; null = none. */
  findPause(): Promise<PollPause | null>;
  /** @returns false without permission */
  setPause(
    operator: OperatorRef,
    o: { id: string; now: Date; pausada: boolean; motivo: string | null },
  ): Promise<boolean>;
  findActs(operator: OperatorRef, page: PageRange): Promise<{ rows: ActRow[]; total: number }>;
  /** Whether the user may see that conta. */
  reachesConta(operator: OperatorRef, deQuem: string): Promise<boolean>;
  /** @returns false when the user is no operator */
  recordAct(operator: OperatorRef, act: NewAct): Promise<boolean>;
  /** Adds the finished attempts of a process in one minute. */
  addFinishedWork(o: { minuto: Date; executor: number; feito: readonly FinishedWork[] }): Promise<void>;
  measureStorage(now: Date): Promise<void>;
  /** Measurements of the last days, oldest first, of all contas together. */
  findStorage(days?: number): Promise<StorageMeasure[]>;
};

const DAYS = 31;

export function createGatekeeperOperator(pool: Pick<pg.Pool, "query">): GatekeeperOperator {
  const all = async <T extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<T[]> =>
    (await pool.query<T>(text, values)).rows;
  const paged = async <T extends pg.QueryResultRow>(
    text: string,
    values: unknown[],
  ): Promise<{ rows: T[]; total: number }> => {
    const rows = await all<T & { total: number }>(text, values);
    return { rows, total: rows[0]?.total ?? 0 };
  };
  return {
    ...createActs(all, paged),
    ...createFailures(all),
    findQueues: ({ contaId, usuarioId }, { now, minutos }) =>
      all(
        `SELECT tipo, esperando, desde, em_andamento AS "emAndamento", feitas FROM portaria_operador_filas($1, $2, $3, $4)`,
        [contaId, usuarioId, now, minutos],
      ),
    findWaiting: ({ contaId, usuarioId }, { now, salto, limite }) =>
      paged(
        `SELECT conta_id AS "contaId", conta, esperando, desde, por_fila AS "porFila", total
         FROM portaria_operador_esperas($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, now, salto, limite],
      ),
    findCaixaStatuses: ({ contaId, usuarioId }, { erro, salto, limite }) =>
      paged(
        `SELECT id, conta_id AS "contaId", conta, endereco, servidor, causa, erro_desde AS "erroDesde", ultima_coleta AS "ultimaColeta",
           avisada_em AS "avisadaEm", total FROM portaria_operador_caixas($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, erro, salto, limite],
      ),
    findCertificadoStatuses: ({ contaId, usuarioId }, { antes: before, salto, limite }) =>
      paged(
        `SELECT id, conta_id AS "contaId", conta, nome, valido_ate AS "validoAte", avisada_em AS "avisadaEm", total
         FROM portaria_operador_certificados($1, $2, $3, $4, $5)`,
        [contaId, usuarioId, before, salto, limite],
      ),
    findSummary: async ({ contaId, usuarioId }, before) => {
      const [row] = await all<OperatorSummary>(
        `SELECT caixas, caixas_com_erro AS "caixasComErro", contas_com_erro AS "contasComErro", certificados,
           certificado_fim AS "certificadoFim" FROM portaria_operador_resumo($1, $2, $3)`,
        [contaId, usuarioId, before],
      );
      return row ?? { caixas: 0, caixasComErro: 0, contasComErro: 0, certificados: 0, certificadoFim: null };
    },
    addFinishedWork: async ({ minuto, executor, feito }) => {
      await pool.query("SELECT portaria_trabalho_soma($1, $2, $3::text[], $4::integer[], $5::integer[])", [
        ...[minuto, executor, feito.map(({ tipo }) => tipo), feito.map(({ feitas }) => feitas)],
        feito.map(({ falhas }) => falhas),
      ]);
    },
    measureStorage: async (now) => {
      await pool.query("SELECT portaria_armazenamento_mede($1)", [now]);
    },
    findStorage: (days = DAYS) =>
      all(`SELECT dia, tipo, bytes, medido_em AS "medidoEm" FROM portaria_armazenamento($1)`, [days]),
  };
}

type All = <T extends pg.QueryResultRow>(text: string, values: unknown[]) => Promise<T[]>;
type Paged = <T extends pg.QueryResultRow>(
  text: string,
  values: unknown[],
) => Promise<{ rows: T[]; total: number }>;
type Acts = Pick<
  GatekeeperOperator,
  "findOperator" | "findPause" | "setPause" | "findActs" | "reachesConta" | "recordAct"
>;

function createActs(all: All, paged: Paged): Acts {
  const isDone = async (text: string, values: unknown[]): Promise<boolean> =>
    (await all<{ done: boolean | null }>(`SELECT ${text} AS done`, values))[0]?.done ?? false;
  return {
    findOperator: async ({ contaId, usuarioId }) => {
      const [row] = await all<{ ve: boolean; manda: boolean }>(
        "SELECT ve, manda FROM portaria_operador($1, $2)",
        [contaId, usuarioId],
      );
      return row ?? { ve: false, manda: false };
    },
    findPause: async () =>
      (await all<PollPause>("SELECT desde, quem, motivo FROM portaria_pausa()", []))[0] ?? null,
    setPause: ({ contaId, usuarioId }, { id, now, pausada, motivo }) =>
      isDone("portaria_operador_pausa($1, $2, $3, $4, $5, $6)", [
        ...[contaId, usuarioId, id, now, pausada, motivo],
      ]),
    findActs: ({ contaId, usuarioId }, { salto, limite }) =>
      paged(
        "SELECT id, quando, usuario, conta, acao, detalhe, total FROM portaria_operador_atos($1, $2, $3, $4)",
        [contaId, usuarioId, salto, limite],
      ),
    reachesConta: ({ contaId, usuarioId }, deQuem) =>
      isDone("portaria_operador_alcanca($1, $2, $3)", [contaId, usuarioId, deQuem]),
    recordAct: ({ contaId, usuarioId }, { id, now, acao, alvo, detalhe }) =>
      isDone("portaria_operador_anota($1, $2, $3, $4, $5, $6, $7)", [
        ...[contaId, usuarioId, id, now, acao, alvo, detalhe],
      ]),
  };
}

function createFailures(all: All): Pick<GatekeeperOperator, "findFailures" | "countFailures"> {
  const valuesOf = ({ contaId, usuarioId }: OperatorRef, f: FailureQuery): unknown[] => [
    ...[contaId, usuarioId, f.now, f.desde, f.tipo, f.deQuem, f.estado, f.de, f.ate],
  ];
  return {
    findFailures: (operator, filter, { ids, salto, limite }) =>
      all(
        `SELECT conta_id AS "contaId", id, tipo, alvo, estado, quando, causa, cota, espera, falhas, ausencias, vence_em AS "venceEm", url, status, conta
         FROM portaria_operador_falhas($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid[], $11, $12)`,
        [...valuesOf(operator, filter), ids, salto, limite],
      ),
    countFailures: (operator, filter) =>
      all(
        "SELECT tipo, estado, pedida, quantas FROM portaria_operador_falhas_conta($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        valuesOf(operator, filter),
      ),
  };
}
