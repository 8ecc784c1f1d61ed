import { BADGE_POLL_MS, type ResultOf } from "@malote/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../call/call.ts";
import { contaQuery } from "../conta/account.ts";
import { empresasQuery } from "../conta/empresas.ts";

/**
 * How many divergences are read: the server sorts by day of issue, and the newest change may concern an
 * old nota.
 */
const DIVERGENCIAS_READ = 60;

export type DivergentNota = ResultOf<"Nota.getNotasDivergentes">["results"][number];

/** The open divergences, read again when their count changes. */
export function divergentNotasQuery(total: number) {
  return queryOptions({
    queryKey: ["divergencias", "ultimas", total],
    queryFn: async ({ signal }) => {
      const params = {
        entradaSaida: "E",
        pageSize: DIVERGENCIAS_READ,
      } as const;
      return (await call("Nota.getNotasDivergentes", params, signal)).results;
    },
    enabled: total > 0,
  });
}

/** The empresas and the conta for the notification list, read as rarely as the badge. */
export const empresasSlowQuery = queryOptions({ ...empresasQuery, refetchInterval: BADGE_POLL_MS });
export const contaSlowQuery = queryOptions({ ...contaQuery, refetchInterval: BADGE_POLL_MS });
