import { PAGE_SIZE, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { queryClient } from "../call/query-client.ts";

export type OperatorState = ResultOf<"Operador.getEstado">["object"];
export type Queue = OperatorState["filas"][number];
export type Failure = ResultOf<"Operador.getListFalha">["results"][number];
export type FailureFilter = NonNullable<ParamsOf<"Operador.getListFalha">["searchFilter"]>;
export type WaitingConta = ResultOf<"Operador.getListEspera">["results"][number];
export type Storage = ResultOf<"Operador.getArmazenamento">["object"];
export type Backups = ResultOf<"Operador.getBackups">["object"];
export type BackupRun = Backups["execucoes"][number];
export type CaixaOfAnyConta = ResultOf<"Operador.getListCaixa">["results"][number];
export type CertificadoOfAnyConta = ResultOf<"Operador.getListCertificado">["results"][number];
export type OperatorAct = ResultOf<"Operador.getListRegistro">["results"][number];
export type Setting = ResultOf<"Operador.getConfiguracao">["results"][number];

/**
 * Polling intervals, in ms: of what changes by the second, and of what changes by the hour. A hidden tab
 * does not poll.
 */
export const OPERATOR_POLL_MS = 10_000;
const SLOW_POLL_MS = 60_000;

/** First part of every query key of the operator's pages. */
const KEY = "operador";

export const operatorStateQuery = queryOptions({
  queryKey: [KEY, "estado"],
  queryFn: async ({ signal }) => (await call("Operador.getEstado", {}, signal)).object,
  refetchInterval: OPERATOR_POLL_MS,
});

/** One page of the failures. */
export function failuresQuery(searchFilter: FailureFilter, currentPage = 1, pageSize = PAGE_SIZE) {
  return queryOptions({
    queryKey: [KEY, "falhas", searchFilter, currentPage, pageSize],
    queryFn: async ({ signal }) => {
      const answer = await call("Operador.getListFalha", { searchFilter, currentPage, pageSize }, signal);
      const { results, totalCount, object } = answer;
      return { results, totalCount, ...object };
    },
    placeholderData: keepPreviousData,
    refetchInterval: OPERATOR_POLL_MS,
  });
}

/** One page of the contas that have waiting tasks. */
export function waitingContasQuery(currentPage: number) {
  return queryOptions({
    queryKey: [KEY, "esperas", currentPage],
    queryFn: async ({ signal }) =>
      await call("Operador.getListEspera", { currentPage, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: OPERATOR_POLL_MS,
  });
}

export const storageQuery = queryOptions({
  queryKey: [KEY, "armazenamento"],
  queryFn: async ({ signal }) => (await call("Operador.getArmazenamento", {}, signal)).object,
  refetchInterval: SLOW_POLL_MS,
});

export const backupsQuery = queryOptions({
  queryKey: [KEY, "backups"],
  queryFn: async ({ signal }) => (await call("Operador.getBackups", {}, signal)).object,
  refetchInterval: OPERATOR_POLL_MS,
});

/** One page of the mailboxes of all contas. erro: only the failing ones. */
export function allCaixasQuery(onlyFailing: boolean, currentPage = 1, pageSize = PAGE_SIZE) {
  return queryOptions({
    queryKey: [KEY, "caixas", onlyFailing, currentPage, pageSize],
    queryFn: async ({ signal }) =>
      await call("Operador.getListCaixa", { erro: onlyFailing, currentPage, pageSize }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: OPERATOR_POLL_MS,
  });
}

/** The certificados that expire first. */
export function expiringCertificadosQuery(pageSize: number) {
  return queryOptions({
    queryKey: [KEY, "certificados", pageSize],
    queryFn: async ({ signal }) => await call("Operador.getListCertificado", { pageSize }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_POLL_MS,
  });
}

/** One page of the operators' action log. */
export function operatorLogQuery(currentPage: number) {
  return queryOptions({
    queryKey: [KEY, "registros", currentPage],
    queryFn: async ({ signal }) =>
      await call("Operador.getListRegistro", { currentPage, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: SLOW_POLL_MS,
  });
}

export const settingsQuery = queryOptions({
  queryKey: [KEY, "configuracao"],
  queryFn: async ({ signal }) => (await call("Operador.getConfiguracao", {}, signal)).results,
});

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });

/** Retries the given failures now. @returns how many */
export async function retryFailures(failures: readonly Failure[]): Promise<number> {
  const named = failures.map(({ contaId, id }) => ({ contaId, id }));
  const { object } = await call("Operador.retryFalhas", { falhas: named });
  await refresh();
  return object.tentadas;
}

/** Retries now every retryable failure that matches a filter. @returns how many */
export async function retryAllFailures({ tipo, contaId }: FailureFilter): Promise<number> {
  const searchFilter = { ...(tipo ? { tipo } : {}), ...(contaId ? { contaId } : {}) };
  const { object } = await call("Operador.retryFalhas", { searchFilter });
  await refresh();
  return object.tentadas;
}

/** Pauses or resumes the polling of all mailboxes. */
export async function setPause(paused: boolean, reason: string): Promise<void> {
  await call("Operador.setPausa", { pausada: paused, motivo: reason === "" ? null : reason });
  await refresh();
}

export async function requestBackup(): Promise<void> {
  await call("Operador.requestBackup", {});
  await refresh();
}

/** Sends an e-mail to the users of a conta about one of its mailboxes or certificados. */
export async function warnConta(
  subject: "caixa" | "certificado",
  { contaId, id }: { contaId: string; id: string },
): Promise<void> {
  await call("Operador.warnConta", { sobre: subject, contaId, id });
  await refresh();
}
