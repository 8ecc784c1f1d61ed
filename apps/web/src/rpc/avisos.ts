import { BADGE_POLL_MS, type ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { semanaDe } from "./divergencias.ts";
import { empresasQuery } from "./empresas.ts";
import { contaQuery } from "./minha-conta.ts";

/** The server lists them by day of issue, and what happened last may be to an old one: so many are looked at. */
const DIVERGENTES_LIDAS = 60;

export type Divergente = ResultOf<"Nota.getNotasDivergentes">["results"][number];

/** Divergences of the week, asked for again when their number changes. */
export function divergentesQuery(zona: string, total: number) {
  return queryOptions({
    queryKey: ["divergencias", "ultimas", zona, total],
    queryFn: async ({ signal }) => {
      const params = {
        entradaSaida: "E",
        searchDateRange: semanaDe(zona),
        pageSize: DIVERGENTES_LIDAS,
      } as const;
      return (await call("Nota.getNotasDivergentes", params, signal)).results;
    },
    enabled: total > 0,
  });
}

/** The companies and the conta, for what only tells of them: as seldom as the badge. */
export const empresasLongeQuery = queryOptions({ ...empresasQuery, refetchInterval: BADGE_POLL_MS });
export const contaLongeQuery = queryOptions({ ...contaQuery, refetchInterval: BADGE_POLL_MS });
