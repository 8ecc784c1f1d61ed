import { DEADLINE_WARNING_DAYS } from "@malote/contract";
import { findEventoRule } from "@malote/dfe";
import { DAY_MS } from "@malote/syntax";
import { EVENTO_TYPES, MODELO_MANIFESTACAO } from "../manifestacao/manifestacao.rules.ts";

const [WIDEST_NOTICE] = DEADLINE_WARNING_DAYS;

/** Authorization times, from `from` to `until`, whose deadline is within the earliest notice period. */
export type AuthorizationWindow = { de: Date; ate: Date; dias: number };

/** Authorization times for which a notice may be due, for each deadline that was ever in force. */
export function findWindows(now: Date): AuthorizationWindow[] {
  const deadlines = findEventoRule(MODELO_MANIFESTACAO, EVENTO_TYPES[1])?.prazos ?? [];
  return deadlines.flatMap(({ dias: days, desde: since }, index) => {
    const nextSince = deadlines[index - 1]?.desde;
    const from = Math.max(now.getTime() - days * DAY_MS, since === null ? 0 : Date.parse(since));
    const end =
      nextSince === undefined || nextSince === null ? Number.POSITIVE_INFINITY : Date.parse(nextSince) - 1;
    const until = Math.min(now.getTime() - (days - WIDEST_NOTICE) * DAY_MS, end);
    return from <= until ? [{ de: new Date(from), ate: new Date(until), dias: days }] : [];
  });
}

/** Days of the notice that is due for a deadline `until`; null if none is due, or it was sent already. */
export function findDueNotice(until: Date, notified: number | null, now: Date): number | null {
  const remainingMs = until.getTime() - now.getTime();
  if (remainingMs < 0) return null;
  const due = DEADLINE_WARNING_DAYS.findLast((days) => remainingMs <= days * DAY_MS);
  return due === undefined || (notified !== null && notified <= due) ? null : due;
}
