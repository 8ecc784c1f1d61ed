import { BADGE_POLL_MS, type ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { semanaDe } from "./divergencias.ts";
import { empresasQuery } from "./empresas.ts";
import { contaQuery } from "./minha-conta.ts";

/**
 * How many divergences are read: the server sorts by day of issue, and the newest change may concern an
 * old nota.
 */
const DIVERGENTES_LIDAS = 60;

export type Divergente = ResultOf<"Nota.getNotasDivergentes">["results"][number];

/** The divergences of the week, read again when their count changes. */
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

/** The empresas and the conta for the notification list, read as rarely as the badge. */
export const empresasLongeQuery = queryOptions({ ...empresasQuery, refetchInterval: BADGE_POLL_MS });
export const contaLongeQuery = queryOptions({ ...contaQuery, refetchInterval: BADGE_POLL_MS });
