import { BADGE_POLL_MS, DIVERGENCIAS_PERIOD_DAYS } from "@malote/contract";
import { dayInZone } from "@malote/syntax";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { serverNow } from "../../network/clock.ts";
import { call } from "../call/call.ts";
import { useQuery } from "../call/use-query.ts";
import { useTimeZone } from "../session/current-user.ts";
import type { Side } from "./queries.ts";

/** Shortest and longest polling interval of the notas page (spec §9: "32 s to 320 s"). */
const NOTAS_MIN_MS = 32_000;
const NOTAS_MAX_MS = 320_000;
const DAY_MS = 86_400_000;
/** The week has no end in the list; here it ends far enough ahead for a browser clock that is late. */
const SLACK_DAYS = 30;

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

/** The period of the divergences, in the conta's zone: the default of their list (spec §9). */
export function weekOf(timeZone: string, now = serverNow()): { de: string; ate: string } {
  const before = new Date(now.getTime() - (DIVERGENCIAS_PERIOD_DAYS - 1) * DAY_MS);
  const after = new Date(now.getTime() + SLACK_DAYS * DAY_MS);
  return { de: dayInZone(before, timeZone), ate: dayInZone(after, timeZone) };
}

function divergenciasQuery(timeZone: string, entradaSaida: Side = "E") {
  const queryKey = ["divergencias", "total", timeZone];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<CountReading> => {
      const params = { entradaSaida, searchDateRange: weekOf(timeZone) };
      const { totalCount } = await call("Nota.getNumeroDivergencias", params, signal);
      return addReading(client.getQueryData<CountReading>(queryKey), totalCount);
    },
  });
}

/**
 * Counts the received documents of the week whose SEFAZ status differs from their own; undefined until
 * known.
 * A hidden tab does not poll. isError: the count failed.
 */
export function useDivergencias(place: CountPlace): { total: number | undefined; isError: boolean } {
  const timeZone = useTimeZone();
  const query = divergenciasQuery(timeZone);
  const client = useQueryClient();
  const [openedAt] = useState(() => client.getQueryData<CountReading>(query.queryKey)?.reading ?? 0);
  const { data, isError } = useQuery({
    ...query,
    refetchInterval: ({ state }) => nextReadingMs(place, state.data, openedAt),
  });
  return { total: data?.total, isError };
}
