import type { ParamsOf, ResultOf } from "@malote/contract";
import { TIPOS_NO_BADGE } from "@malote/syntax";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import type { NotaFilter, Side } from "./queries.ts";

/** How often the open painel reloads its figures, in ms. */
const PAINEL_POLL_MS = 60_000;

export type PainelRequest = ParamsOf<"Painel.getEstatistica">;
export type Statistics = ResultOf<"Painel.getEstatistica">["object"];
export type UfData = ResultOf<"Painel.getEstatisticaUF">["results"][number];
export type DetailData = ResultOf<"Painel.getEstatisticaDetalhado">["results"][number];
export type Tops = ResultOf<"Painel.getPartesVencimentos">["object"];
export type DateGroup = Statistics["dateGroup"];

/** Totals and time series of a period. */
export function statisticsQuery(request: PainelRequest) {
  return queryOptions({
    queryKey: ["painel", "totais", request],
    queryFn: async ({ signal }) => (await call("Painel.getEstatistica", request, signal)).object,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** The other parties with most value in a period, and what falls due. They change little: read less often. */
export function topsQuery(request: PainelRequest) {
  return queryOptions({
    queryKey: ["painel-listas", request],
    queryFn: async ({ signal }) => (await call("Painel.getPartesVencimentos", request, signal)).object,
    placeholderData: keepPreviousData,
    refetchInterval: 5 * PAINEL_POLL_MS,
  });
}

/** The figures of a period by UF of the other party. */
export function ufsQuery(request: PainelRequest) {
  return queryOptions({
    queryKey: ["painel", "ufs", request],
    queryFn: async ({ signal }) => (await call("Painel.getEstatisticaUF", request, signal)).results,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** The figures of a period by date, empresa and document type. */
export function detailQuery(request: PainelRequest) {
  return queryOptions({
    queryKey: ["painel", "detalhe", request],
    queryFn: async ({ signal }) => (await call("Painel.getEstatisticaDetalhado", request, signal)).results,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** How many documents a filter selects, and the sum of their values; null where the total is not exact. */
export type CountedSum = { total: number; soma: string | null };

/** Counts and sums what a filter selects, as the list of that filter does. */
export function sumQuery(entradaSaida: Side, searchFilter: NotaFilter) {
  return queryOptions({
    queryKey: ["notas", "soma", entradaSaida, searchFilter],
    queryFn: async ({ signal }): Promise<CountedSum> => {
      const page = { listSearchOrder: "emissaoDesc", currentPage: 1, pageSize: 1, somar: true } as const;
      const counted = await call("Nota.getListNota", { entradaSaida, searchFilter, ...page }, signal);
      return { total: counted.totalCount, soma: counted.somaTotal ?? null };
    },
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** When the newest document of a side arrived; null when there is none. */
export function newestNotaQuery(entradaSaida: Side) {
  return queryOptions({
    queryKey: ["painel", "mais-nova", entradaSaida],
    queryFn: async ({ signal }) => {
      const page = { listSearchOrder: "chegadaDesc", currentPage: 1, pageSize: 1 } as const;
      const { results } = await call("Nota.getListNota", { entradaSaida, searchFilter: {}, ...page }, signal);
      return results[0]?.criadoEm ?? null;
    },
    staleTime: PAINEL_POLL_MS,
  });
}

/** Issue instant of the oldest received document not processed in the ERP; null when there is none. */
export const oldestOpenNotaQuery = queryOptions({
  queryKey: ["notas", "mais-antiga"],
  queryFn: async ({ signal }) => {
    const { results } = await call(
      "Nota.getListNota",
      {
        entradaSaida: "E",
        searchFilter: { processadoErp: false, quarentena: false, tiposNota: [...TIPOS_NO_BADGE] },
        listSearchOrder: "emissaoAsc",
        currentPage: 1,
        pageSize: 1,
      },
      signal,
    );
    return results[0]?.dataEmissao ?? null;
  },
  staleTime: PAINEL_POLL_MS,
});
