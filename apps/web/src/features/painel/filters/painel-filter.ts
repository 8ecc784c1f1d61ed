import {
  GROUP_BY_DAY_MAX,
  GROUP_BY_MONTH_MAX,
  GROUP_BY_WEEK_MAX,
  PAINEL_PERIOD_DAYS,
} from "@malote/contract";
import { cleanDocumento, type Day, formatDate, isDay } from "@malote/syntax";
import type { DateGroup, PainelRequest } from "../../../rpc/documents/painel.ts";
import type { Side } from "../../../rpc/documents/queries.ts";
import { painelTexts as texts } from "../../../texts/lists/painel.ts";
import { dayBefore } from "../../../ui/format/relative-time.ts";

/** Tabs of the painel (spec §2); the first is the default. */
export const TABS = ["page1", "page2", "page3"] as const;
export type PainelTab = (typeof TABS)[number];

/** Periods relative to today. */
export const PRESETS = ["hoje", "7d", "30d", "90d", "mes", "mes-passado", "365d"] as const;
export type Preset = (typeof PRESETS)[number];
/** A period as the URL holds it. */
export type Period = Preset | `${Day}..${Day}`;

/** A range of days, both ends included. */
export type DayRange = { de: Day; ate: Day };

/**
 * `empresa`: CNPJ. `empresaId`: its id for links to lists, set once the companies are loaded; never
 * in the URL.
 */
export type PainelFilter = {
  papel: Side;
  periodo: Period;
  empresa: string;
  empresaId?: string | undefined;
};

const DEFAULT_PERIOD: Period = "7d";
const PRESET_DAYS: Partial<Record<Preset, number>> = {
  hoje: 1,
  "7d": PAINEL_PERIOD_DAYS,
  "30d": 30,
  "90d": 90,
  "365d": 365,
};
const DAY_MS = 86_400_000;

/** The filter of a URL; invalid values are ignored. */
export function readFilter(params: URLSearchParams): PainelFilter {
  return {
    papel: params.get("papel") === "S" ? "S" : "E",
    periodo: readPeriod(params.get("periodo") ?? "") ?? DEFAULT_PERIOD,
    empresa: cleanDocumento(params.get("empresa") ?? ""),
  };
}

/** Writes a filter into the URL parameters: only values other than the default. */
export function writeFilter(
  params: URLSearchParams,
  { papel, periodo, empresa }: PainelFilter,
): URLSearchParams {
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string): void => {
    if (value === absent) next.delete(name);
    else next.set(name, value);
  };
  put("papel", papel, "E");
  put("periodo", periodo, DEFAULT_PERIOD);
  put("empresa", empresa, "");
  return next;
}

export function readTab(params: URLSearchParams): PainelTab {
  return TABS.find((tab) => tab === params.get("tab")) ?? "page1";
}

/** URL of a tab with the current filter. */
export function tabHref(params: URLSearchParams, tab: PainelTab): string {
  const next = new URLSearchParams(params);
  next.delete("ordem");
  next.delete("medida");
  if (tab === "page1") next.delete("tab");
  else next.set("tab", tab);
  const search = next.toString();
  return search === "" ? "/painel" : `/painel?${search}`;
}

function readPeriod(text: string): Period | null {
  const preset = PRESETS.find((known) => known === text);
  if (preset) return preset;
  const [de = "", ate = "", ...rest] = text.split("..");
  return rest.length === 0 && isDay(de) && isDay(ate) && de <= ate ? `${de}..${ate}` : null;
}

/** The days of a period; today is in the time zone of the conta. */
export function rangeOf(periodo: Period, today: Day): DayRange {
  if (periodo === "mes") return { de: `${today.slice(0, 8)}01`, ate: today };
  if (periodo === "mes-passado") {
    const ate = dayBefore(`${today.slice(0, 8)}01`, 1);
    return { de: `${ate.slice(0, 8)}01`, ate };
  }
  const days = PRESET_DAYS[periodo as Preset];
  if (days !== undefined) return { de: dayBefore(today, days - 1), ate: today };
  const [de = today, ate = today] = periodo.split("..");
  return { de, ate };
}

/** Number of days in a range. */
export function countDays({ de, ate }: DayRange): number {
  return Math.round((Date.parse(`${ate}T00:00:00Z`) - Date.parse(`${de}T00:00:00Z`)) / DAY_MS) + 1;
}

/** The range of the same length directly before a range. */
export function rangeBefore(range: DayRange): DayRange {
  const ate = dayBefore(range.de, 1);
  return { de: dayBefore(ate, countDays(range) - 1), ate };
}

/** Grouping of a range with so many days, used until the server returns its own (spec §9). */
export function groupingOf(days: number): DateGroup {
  if (days <= GROUP_BY_DAY_MAX) return "dia";
  if (days <= GROUP_BY_WEEK_MAX) return "semana";
  return days <= GROUP_BY_MONTH_MAX ? "mes" : "ano";
}

/** "14/11/2026 – 20/11/2026". */
export function formatRange({ de, ate }: DayRange): string {
  return texts.periodo.de_ate(formatDate(de), formatDate(ate));
}

/** The parameters of the server call. */
export function toRequest({ papel, empresa }: PainelFilter, range: DayRange): PainelRequest {
  return {
    searchTipoAnalise: papel,
    searchDateRange: range,
    ...(empresa ? { searchCnpjCpfEmpresa: empresa } : {}),
  };
}
