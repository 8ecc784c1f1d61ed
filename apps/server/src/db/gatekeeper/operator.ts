import type { Sender, SqlValue } from "../run-statement.ts";
import {
  boolean,
  day,
  instant,
  jsonOf,
  nullable,
  number,
  oneOf,
  type RowOf,
  text,
  uuid,
} from "../text-columns.ts";
import { gatekeeperDone, gatekeeperFlag, gatekeeperRow, gatekeeperRows } from "./call.ts";

/** The product user; the database checks them at each call. */
export type OperatorRef = { contaId: string; usuarioId: string };
type PageRange = { salto: number; limite: number };

const QUEUE = {
  tipo: text,
  esperando: number,
  desde: nullable(instant),
  emAndamento: number,
  /** Successful in the last `minutos`. */
  feitas: number,
};
/** Due work of one task type. */
export type QueueRow = RowOf<typeof QUEUE>;

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

const FAILURE = {
  contaId: uuid,
  id: uuid,
  tipo: text,
  alvo: text,
  estado: oneOf<"tentando" | "desistiu">(),
  quando: instant,
  /** A failure code, or webhook:<WebhookFailure>. */
  causa: nullable(text),
  cota: text,
  espera: nullable(text),
  falhas: number,
  ausencias: number,
  venceEm: nullable(instant),
  /** Of a webhook whose endpoint fails; as status. */
  url: nullable(text),
  status: nullable(number),
  conta: text,
};
export type FailureRow = RowOf<typeof FAILURE>;

const FAILURE_COUNT = {
  tipo: text,
  estado: oneOf<"tentando" | "desistiu">(),
  pedida: boolean,
  quantas: number,
};
export type FailureCount = RowOf<typeof FAILURE_COUNT>;

const WAITING = {
  contaId: uuid,
  conta: text,
  esperando: number,
  desde: instant,
  porFila: jsonOf<Record<string, number>>(),
};
export type WaitingRow = RowOf<typeof WAITING>;

const CAIXA = {
  id: uuid,
  contaId: uuid,
  conta: text,
  endereco: text,
  servidor: text,
  causa: nullable(text),
  erroDesde: nullable(instant),
  ultimaColeta: nullable(instant),
  avisadaEm: nullable(instant),
};
export type CaixaStatus = RowOf<typeof CAIXA>;

const CERTIFICADO = {
  id: uuid,
  contaId: uuid,
  conta: text,
  nome: text,
  validoAte: instant,
  avisadaEm: nullable(instant),
};
export type CertificadoStatus = RowOf<typeof CERTIFICADO>;

const SUMMARY = {
  caixas: number,
  caixasComErro: number,
  contasComErro: number,
  certificados: number,
  certificadoFim: nullable(instant),
};
export type OperatorSummary = RowOf<typeof SUMMARY>;

const PAUSE = { desde: instant, quem: text, motivo: nullable(text) };
/** A pause of polling for all mailboxes. */
export type PollPause = RowOf<typeof PAUSE>;

const STORAGE = { dia: day, tipo: text, bytes: number, medidoEm: instant };
/** Bytes of one kind at the end of a day (yyyy-MM-dd). */
export type StorageMeasure = RowOf<typeof STORAGE>;

const ACT = { id: uuid, quando: instant, usuario: text, conta: text, acao: text, detalhe: nullable(text) };
export type ActRow = RowOf<typeof ACT>;

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

const findOperator = gatekeeperRow("portaria_operador", 2, { ve: boolean, manda: boolean });
const findQueues = gatekeeperRows("portaria_operador_filas", 4, QUEUE);
const findFailures = gatekeeperRows("portaria_operador_falhas", 12, FAILURE);
const countFailures = gatekeeperRows("portaria_operador_falhas_conta", 9, FAILURE_COUNT);
const findWaiting = gatekeeperRows("portaria_operador_esperas", 5, { ...WAITING, total: number });
const findCaixas = gatekeeperRows("portaria_operador_caixas", 5, { ...CAIXA, total: number });
const findCertificados = gatekeeperRows("portaria_operador_certificados", 5, {
  ...CERTIFICADO,
  total: number,
});
const findSummary = gatekeeperRow("portaria_operador_resumo", 3, SUMMARY);
const findPause = gatekeeperRow("portaria_pausa", 0, PAUSE);
const setPause = gatekeeperFlag("portaria_operador_pausa", 6);
const findActs = gatekeeperRows("portaria_operador_atos", 4, { ...ACT, total: number });
const reachesConta = gatekeeperFlag("portaria_operador_alcanca", 3);
const recordAct = gatekeeperFlag("portaria_operador_anota", 7);
const addFinishedWork = gatekeeperDone("portaria_trabalho_soma", 5);
const measureStorage = gatekeeperDone("portaria_armazenamento_mede", 1);
const findStorage = gatekeeperRows("portaria_armazenamento", 1, STORAGE);

export function createGatekeeperOperator(on: Sender): GatekeeperOperator {
  return {
    ...createActs(on),
    findQueues: ({ contaId, usuarioId }, { now, minutos }) =>
      findQueues(on, contaId, usuarioId, now, minutos),
    findFailures: (operator, filter, { ids, salto, limite }) =>
      findFailures(on, ...failureValues(operator, filter), ids, salto, limite),
    countFailures: (operator, filter) => countFailures(on, ...failureValues(operator, filter)),
    findWaiting: async ({ contaId, usuarioId }, { now, salto, limite }) =>
      toPage(await findWaiting(on, contaId, usuarioId, now, salto, limite)),
    findCaixaStatuses: async ({ contaId, usuarioId }, { erro, salto, limite }) =>
      toPage(await findCaixas(on, contaId, usuarioId, erro, salto, limite)),
    findCertificadoStatuses: async ({ contaId, usuarioId }, { antes, salto, limite }) =>
      toPage(await findCertificados(on, contaId, usuarioId, antes, salto, limite)),
    findSummary: async ({ contaId, usuarioId }, before) =>
      (await findSummary(on, contaId, usuarioId, before)) ?? NOTHING,
    addFinishedWork: async ({ minuto, executor, feito }) => {
      const feitas = feito.map((each) => each.feitas);
      const falhas = feito.map((each) => each.falhas);
      await addFinishedWork(
        on,
        minuto,
        executor,
        feito.map(({ tipo }) => tipo),
        feitas,
        falhas,
      );
    },
    measureStorage: (now) => measureStorage(on, now),
    findStorage: (days = DAYS) => findStorage(on, days),
  };
}

const NOTHING: OperatorSummary = {
  caixas: 0,
  caixasComErro: 0,
  contasComErro: 0,
  certificados: 0,
  certificadoFim: null,
};

type Acts = Pick<
  GatekeeperOperator,
  "findOperator" | "findPause" | "setPause" | "findActs" | "reachesConta" | "recordAct"
>;

function createActs(on: Sender): Acts {
  return {
    findOperator: async ({ contaId, usuarioId }) =>
      (await findOperator(on, contaId, usuarioId)) ?? { ve: false, manda: false },
    findPause: () => findPause(on),
    setPause: ({ contaId, usuarioId }, { id, now, pausada, motivo }) =>
      setPause(on, contaId, usuarioId, id, now, pausada, motivo),
    findActs: async ({ contaId, usuarioId }, { salto, limite }) =>
      toPage(await findActs(on, contaId, usuarioId, salto, limite)),
    reachesConta: ({ contaId, usuarioId }, deQuem) => reachesConta(on, contaId, usuarioId, deQuem),
    recordAct: ({ contaId, usuarioId }, { id, now, acao, alvo, detalhe }) =>
      recordAct(on, contaId, usuarioId, id, now, acao, alvo, detalhe),
  };
}

/** Each row of a page carries the total. */
function toPage<T extends { total: number }>(rows: T[]): { rows: T[]; total: number } {
  return { rows, total: rows[0]?.total ?? 0 };
}

function failureValues({ contaId, usuarioId }: OperatorRef, f: FailureQuery): SqlValue[] {
  return [contaId, usuarioId, f.now, f.desde, f.tipo, f.deQuem, f.estado, f.de, f.ate];
}
