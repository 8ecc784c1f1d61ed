import { DAY_MS } from "@malote/syntax";

/** The number of hours, days, weeks and months whose newest backup is kept. */
export type Retention = { horas: number; dias: number; semanas: number; meses: number };

/** Default of BACKUP_GUARDA. */
export const RETENTION_DEFAULT = "24h 7d 4s 12m";

const UNITS = { h: "horas", d: "dias", s: "semanas", m: "meses" } as const;
const COUNT_MAX = 9_999;
/** 1970-01-01 was a Thursday; this shift makes weeks begin on Monday. */
const MONDAY_SHIFT_DAYS = 3;
const WEEK_DAYS = 7;

/** @param text such as "24h 7d 4s 12m"  @returns null when it is invalid */
export function parseRetention(text: string): Retention | null {
  const retention: Retention = { horas: 0, dias: 0, semanas: 0, meses: 0 };
  const terms = text.trim().split(/[\s,]+/);
  const seen = new Set<string>();
  for (const term of terms) {
    const [, digits = "", unit = ""] = /^([0-9]{1,4})([hdsm])$/.exec(term) ?? [];
    if (!isUnit(unit) || seen.has(unit)) return null;
    seen.add(unit);
    retention[UNITS[unit]] = Math.min(Number(digits), COUNT_MAX);
  }
  return Object.values(retention).some((count) => count > 0) ? retention : null;
}

function isUnit(text: string): text is keyof typeof UNITS {
  return Object.hasOwn(UNITS, text);
}

type Period = (at: Date) => string;

const hourOf: Period = (at) => at.toISOString().slice(0, 13);
const dayOf: Period = (at) => at.toISOString().slice(0, 10);
const weekOf: Period = (at) =>
  String(Math.floor((Math.floor(at.getTime() / DAY_MS) + MONDAY_SHIFT_DAYS) / WEEK_DAYS));
const monthOf: Period = (at) => at.toISOString().slice(0, 7);

/**
 * Chooses the backups to keep: the newest of each of the last N hours, days, weeks and months that have one.
 * The newest of all is always kept. Periods are in UTC.
 */
export function chooseKept<T extends { at: Date }>(backups: readonly T[], retention: Retention): Set<T> {
  const newestFirst = [...backups].sort((a, b) => b.at.getTime() - a.at.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  const rules: [Period, number][] = [
    [hourOf, retention.horas],
    [dayOf, retention.dias],
    [weekOf, retention.semanas],
    [monthOf, retention.meses],
  ];
  for (const [periodOf, count] of rules) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf(backup.at);
      if (periods.has(period) || periods.size === count) continue;
      periods.add(period);
      kept.add(backup);
    }
  }
  return kept;
}
