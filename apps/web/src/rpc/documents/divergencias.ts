import { BADGE_POLL_MS } from "@malote/contract";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../call/call.ts";
import { useQuery } from "../call/use-query.ts";

/** Shortest and longest polling interval of the notas page (spec §9: "32 s to 320 s"). */
const NOTAS_MIN_MS = 32_000;
const NOTAS_MAX_MS = 320_000;

/** Where the count is shown: on the notas page, or elsewhere. */
export type CountPlace = "notas" | "geral";

/** A count, and the number of the reading at which it last changed. */
export type CountReading = { total: number; reading: number; changedAt: number };

/** The count after one more reading. */
export function addReading(before: CountReading | undefined, total: number): CountReading {
  if (!before) return { total, reading: 0, changedAt: 0 };
  const reading = before.reading + 1;
  return { total, reading, changedAt: total === before.total ? before.changedAt : reading };
}

/**
 * How soon the divergences are counted again. On the notas page the interval doubles while the count does
 * not change.
 * @param openedAt number of the reading at which that page was opened
 */
export function nextReadingMs(place: CountPlace, counted: CountReading | undefined, openedAt = 0): number {
  if (place === "geral") return BADGE_POLL_MS;
  if (!counted) return NOTAS_MIN_MS;
  const unchanged = counted.reading - Math.max(counted.changedAt, openedAt);
  return Math.min(NOTAS_MAX_MS, NOTAS_MIN_MS * 2 ** Math.max(0, unchanged));
}

/** Whenever they were found: a default period must not hide what is still to be done. */
const divergenciasQuery = queryOptions({
  queryKey: ["divergencias", "total"],
  queryFn: async ({ signal, client }): Promise<CountReading> => {
    const { totalCount } = await call("Nota.getNumeroDivergencias", { entradaSaida: "E" }, signal);
    return addReading(client.getQueryData<CountReading>(["divergencias", "total"]), totalCount);
  },
});

/**
 * Counts the received documents whose SEFAZ status differs from their own; undefined until known. A hidden
 * tab does not poll. isError: the count failed.
 */
export function useDivergencias(place: CountPlace): { total: number | undefined; isError: boolean } {
  const client = useQueryClient();
  const [openedAt] = useState(
    () => client.getQueryData<CountReading>(divergenciasQuery.queryKey)?.reading ?? 0,
  );
  const { data, isError } = useQuery({
    ...divergenciasQuery,
    refetchInterval: ({ state }) => nextReadingMs(place, state.data, openedAt),
  });
  return { total: data?.total, isError };
}
