import { LIST_PERIOD_DAYS } from "@malote/contract";
import { type Day, formatDate, isDay } from "@malote/syntax";
import { filterTexts } from "../../texts/lists/filters.ts";
import { dayBefore } from "../format/relative-time.ts";

/** Preset periods: calendar months, or a number of days ending today. */
export const PRESETS = ["7d", "30d", "90d", "365d", "mes", "mes-passado", "tudo"] as const;
export type Preset = (typeof PRESETS)[number];

/** A period in its URL form: a preset, or two days of which one may be missing ("2026-11-01.."). */
export type Period = Preset | `${Day}..${Day}`;

const PRESET_DAYS: Partial<Record<Preset, number>> = {
  "7d": 7,
  "30d": 30,
  "90d": LIST_PERIOD_DAYS,
  "365d": 365,
};

/** Parses the URL form of a period; null when it is invalid. */
export function readPeriod(text: string): Period | null {
  const preset = PRESETS.find((known) => known === text);
  if (preset) return preset;
  const [de, ate, ...rest] = text.split("..");
  if (de === undefined || ate === undefined || rest.length > 0 || de + ate === "") return null;
  if ([de, ate].some((day) => day !== "" && !isDay(day))) return null;
  return de === "" || ate === "" || de <= ate ? `${de}..${ate}` : null;
}

/**
 * The first and last day of a period, inclusive; null for an open end.
 * @param today today in the conta's zone
 */
export function rangeOf(period: Period, today: Day): { de: Day | null; ate: Day | null } {
  if (period === "tudo") return { de: null, ate: null };
  if (period === "mes") return { de: firstOfMonth(today), ate: null };
  if (period === "mes-passado") {
    const lastDay = dayBefore(firstOfMonth(today), 1);
    return { de: firstOfMonth(lastDay), ate: lastDay };
  }
  const days = PRESET_DAYS[period as Preset];
  if (days !== undefined) return { de: dayBefore(today, days - 1), ate: null };
  const [de, ate] = period.split("..");
  return { de: de || null, ate: ate || null };
}

/** "últimos 90 dias", "01/11/2026 a 07/11/2026", "desde 01/11/2026". */
export function formatPeriod(period: Period): string {
  const preset = PRESETS.find((known) => known === period);
  if (preset) return filterTexts.periodos[preset];
  const [de = "", ate = ""] = period.split("..").map((day) => day && formatDate(day));
  if (de === ate) return de;
  return filterTexts.entre(de, ate);
}

function firstOfMonth(day: Day): Day {
  return `${day.slice(0, 8)}01`;
}
