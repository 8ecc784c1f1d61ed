import { MENSAGENS_DAS_TELAS, PAGE_SIZE, type ParamsOf, type ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { isId } from "./detalhe.ts";
import { Recusa } from "./falhas.ts";
import { LIST_POLL_MS, type Pagina } from "./queries.ts";

export type AuditorLinha = ResultOf<"Auditor.getListAuditor">["results"][number];
export type Auditor = ResultOf<"Auditor.getAuditor">["object"];
export type AuditorFiltro = NonNullable<ParamsOf<"Auditor.getListAuditor">["searchFilter"]>;
export type AuditorOrdem = NonNullable<ParamsOf<"Auditor.getListAuditor">["listSearchOrder"]>;
export type AuditorPedido = {
  searchFilter: AuditorFiltro;
  listSearchOrder: AuditorOrdem;
  currentPage: number;
};

/** One page of the records that SEFAZ reported. */
export function auditoresQuery(pedido: AuditorPedido) {
  return queryOptions({
    queryKey: ["auditor", "lista", pedido],
    queryFn: async ({ signal }): Promise<Pagina<AuditorLinha>> =>
      call("Auditor.getListAuditor", { ...pedido, pageSize: PAGE_SIZE }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LIST_POLL_MS,
  });
}

/** How many records match a filter. */
export function auditoresTotalQuery(searchFilter: AuditorFiltro) {
  return queryOptions({
    queryKey: ["auditor", "total", searchFilter],
    queryFn: async ({ signal }) =>
      (await call("Auditor.getListAuditor", { searchFilter, currentPage: 1, pageSize: 1 }, signal))
        .totalCount,
    refetchInterval: LIST_POLL_MS,
  });
}

/** One record with all its fields. */
export function auditorQuery(id: string) {
  return queryOptions({
    queryKey: ["auditor", id],
    queryFn: async ({ signal }) => {
      if (!isId(id)) throw new Recusa(MENSAGENS_DAS_TELAS.auditorNaoEncontrado);
      return (await call("Auditor.getAuditor", { id }, signal)).object;
    },
  });
}
