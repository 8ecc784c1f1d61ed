import { BADGE_POLL_MS, PAGE_SIZE, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";

/** Polling interval of the open list, in ms (spec §9: the shortest interval of the notas page). */
export const LIST_POLL_MS = 32_000;
const CAIXAS_POLL_MS = 60_000;
const CAIXAS_ERRO_POLL_MS = 15_000;
const CAIXAS_COLETA_POLL_MS = 2_500;

export type Papel = "E" | "S";
export type NotaLinha = ResultOf<"Nota.getListNota">["results"][number];
export type Nota = ResultOf<"Nota.getNota">["object"];
export type EmailLinha = ResultOf<"Email.getListEmail">["results"][number];
export type Email = ResultOf<"Email.getEmail">["object"];
export type Caixa = ResultOf<"CaixaEmail.getListCaixaEmail">["results"][number];
export type CaixaDetalhe = ResultOf<"CaixaEmail.getCaixaEmail">["object"];
export type ProvaCaixa = ResultOf<"CaixaEmail.pingServidor">["object"];
export type Atual = ResultOf<"Usuario.getUsuarioAtual">["object"];
export type Pagina<T> = { results: T[]; totalCount: number; totalExato?: boolean };
export type NotaFiltro = NonNullable<ParamsOf<"Nota.getListNota">["searchFilter"]>;
export type NotaOrdem = NonNullable<ParamsOf<"Nota.getListNota">["listSearchOrder"]>;
export type EmailFiltro = NonNullable<ParamsOf<"Email.getListEmail">["searchFilter"]>;
export type EmailOrdem = NonNullable<ParamsOf<"Email.getListEmail">["searchOrder"]>;

export type NotasPedido = {
  entradaSaida: Papel;
  searchFilter: NotaFiltro;
  listSearchOrder: NotaOrdem;
  currentPage: number;
};
export type EmailsPedido = { searchFilter: EmailFiltro; searchOrder: EmailOrdem; currentPage: number };

export const atualQuery = queryOptions({
  queryKey: ["atual"],
  queryFn: async ({ signal }) => (await call("Usuario.getUsuarioAtual", {}, signal)).object,
  staleTime: BADGE_POLL_MS,
});

/** Received documents that the ERP has not processed: the badge of the sidebar. */
export const abertasQuery = queryOptions({
  queryKey: ["notas", "abertas"],
  queryFn: async ({ signal }) => (await call("Nota.getNotasEntradaEmAberto", {}, signal)).totalCount,
  refetchInterval: BADGE_POLL_MS,
});

export const caixasQuery = queryOptions({
  queryKey: ["caixas"],
  queryFn: async ({ signal }) => (await call("CaixaEmail.getListCaixaEmail", {}, signal)).results,
  refetchInterval: ({ state }) =>
    state.data?.some((caixa) => caixa.estado === "erro") ? CAIXAS_ERRO_POLL_MS : CAIXAS_POLL_MS,
});

/**
 * The same list for the mailboxes page: polled often while a mailbox collects or has not been visited
 * yet.
 */
export const caixasPertoQuery = queryOptions({
  ...caixasQuery,
  refetchInterval: ({ state }) =>
    state.data?.some((caixa) => caixa.estado === "coletando" || caixa.ultimaVisita === null)
      ? CAIXAS_COLETA_POLL_MS
      : CAIXAS_ERRO_POLL_MS,
});

/** One page of a list of documents. */
export function notasQuery(pedido: NotasPedido) {
  return queryOptions({
    queryKey: ["notas", "lista", pedido],
    queryFn: async ({ signal }): Promise<Pagina<NotaLinha>> =>
      call("Nota.getListNota", { ...pedido, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

export function emailsQuery(pedido: EmailsPedido) {
  return queryOptions({
    queryKey: ["emails", "lista", pedido],
    queryFn: async ({ signal }): Promise<Pagina<EmailLinha>> =>
      call("Email.getListEmail", { ...pedido, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}
