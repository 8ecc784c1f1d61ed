import type { ParamsOf, ResultOf } from "@malote/contract";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";

/** How often the open painel reloads its figures, in ms. */
const PAINEL_POLL_MS = 60_000;

export type PainelPedido = ParamsOf<"Painel.getEstatistica">;
export type Estatistica = ResultOf<"Painel.getEstatistica">["object"];
export type UfLinha = ResultOf<"Painel.getEstatisticaUF">["results"][number];
export type DetalheLinha = ResultOf<"Painel.getEstatisticaDetalhado">["results"][number];
export type Agrupamento = Estatistica["dateGroup"];

/** Totals and time series of a period. */
export function estatisticaQuery(pedido: PainelPedido) {
  return queryOptions({
    queryKey: ["painel", "totais", pedido],
    queryFn: async ({ signal }) => (await call("Painel.getEstatistica", pedido, signal)).object,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** The figures of a period by UF of the other party. */
export function ufsQuery(pedido: PainelPedido) {
  return queryOptions({
    queryKey: ["painel", "ufs", pedido],
    queryFn: async ({ signal }) => (await call("Painel.getEstatisticaUF", pedido, signal)).results,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** The figures of a period by date, empresa and document type. */
export function detalheQuery(pedido: PainelPedido) {
  return queryOptions({
    queryKey: ["painel", "detalhe", pedido],
    queryFn: async ({ signal }) => (await call("Painel.getEstatisticaDetalhado", pedido, signal)).results,
    placeholderData: keepPreviousData,
    refetchInterval: PAINEL_POLL_MS,
  });
}

/** Issue instant of the oldest received document not processed in the ERP; null when there is none. */
export const maisAntigaQuery = queryOptions({
  queryKey: ["notas", "mais-antiga"],
  queryFn: async ({ signal }) => {
    const { results } = await call(
      "Nota.getListNota",
      {
        entradaSaida: "E",
        searchFilter: { processadoErp: false, quarentena: false, tiposNota: ["NFe", "CTe"] },
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
