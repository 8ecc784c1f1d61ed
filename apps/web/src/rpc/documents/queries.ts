import { BADGE_POLL_MS, PAGE_SIZE, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { isLive } from "../session/live-changes.ts";

/** Polling interval of the open list, in ms (spec §9: the shortest interval of the notas page). */
export const LIST_POLL_MS = 32_000;
const CAIXAS_POLL_MS = 60_000;
const FAILING_CAIXAS_POLL_MS = 15_000;
const COLLECTING_CAIXAS_POLL_MS = 2_500;

export type Side = "E" | "S";
export type NotaRow = ResultOf<"Nota.getListNota">["results"][number];
export type Nota = ResultOf<"Nota.getNota">["object"];
export type EmailRow = ResultOf<"Email.getListEmail">["results"][number];
export type Email = ResultOf<"Email.getEmail">["object"];
export type Caixa = ResultOf<"CaixaEmail.getListCaixaEmail">["results"][number];
export type CaixaDetail = ResultOf<"CaixaEmail.getCaixaEmail">["object"];
export type CaixaProof = ResultOf<"CaixaEmail.pingServidor">["object"];
export type CurrentUser = ResultOf<"Usuario.getUsuarioAtual">["object"];
export type ResultPage<T> = {
  results: T[];
  totalCount: number;
  totalExato?: boolean;
  /** Sum of the values of the whole list; absent while the total is not exact. */
  somaTotal?: string;
};
export type NotaFilter = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;
export type NotaSortOrder = NonNullable<ParamsOf<"Nota.getListNota">["listSearchOrder"]>;
export type EmailFilter = NonNullable<ParamsOf<"Email.getListEmail">["searchFilter"]>;
export type EmailSortOrder = NonNullable<ParamsOf<"Email.getListEmail">["searchOrder"]>;

export type NotasRequest = {
  entradaSaida: Side;
  searchFilter: NotaFilter;
  listSearchOrder: NotaSortOrder;
  currentPage: number;
  pageSize?: number;
};
export type EmailsRequest = { searchFilter: EmailFilter; searchOrder: EmailSortOrder; currentPage: number };

export const currentUserQuery = queryOptions({
  queryKey: ["atual"],
  queryFn: async ({ signal }) => (await call("Usuario.getUsuarioAtual", {}, signal)).object,
  staleTime: BADGE_POLL_MS,
});

/** Received documents that the ERP has not processed: the badge of the sidebar. */
export const openNotasCountQuery = queryOptions({
  queryKey: ["notas", "abertas"],
  queryFn: async ({ signal }) => (await call("Nota.getNotasEntradaEmAberto", {}, signal)).totalCount,
  refetchInterval: BADGE_POLL_MS,
});

export const caixasQuery = queryOptions({
  queryKey: ["caixas"],
  queryFn: async ({ signal }) => (await call("CaixaEmail.getListCaixaEmail", {}, signal)).results,
  refetchInterval: ({ state }) =>
    state.data?.some((caixa) => caixa.estado === "erro") ? FAILING_CAIXAS_POLL_MS : CAIXAS_POLL_MS,
});

/**
 * The same list for the mailboxes page: polled often while a mailbox collects or has not been visited
 * yet.
 */
export const caixasCloseQuery = queryOptions({
  ...caixasQuery,
  refetchInterval: ({ state }) =>
    state.data?.some((caixa) => caixa.estado === "coletando" || caixa.ultimaVisita === null)
      ? COLLECTING_CAIXAS_POLL_MS
      : FAILING_CAIXAS_POLL_MS,
});

/** A list is polled only while the server does not tell of changes. */
const pollList = (): number | false => (isLive() ? false : LIST_POLL_MS);

/** One page of a list of documents, with the sum of its filter. */
export function notasQuery(request: NotasRequest) {
  return queryOptions({
    queryKey: ["notas", "lista", request],
    queryFn: async ({ signal }): Promise<ResultPage<NotaRow>> =>
      call("Nota.getListNota", { pageSize: PAGE_SIZE, ...request, somar: true }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollList,
  });
}

export function emailsQuery(request: EmailsRequest) {
  return queryOptions({
    queryKey: ["emails", "lista", request],
    queryFn: async ({ signal }): Promise<ResultPage<EmailRow>> =>
      call("Email.getListEmail", { ...request, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollList,
  });
}
