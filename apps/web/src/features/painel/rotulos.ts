import { type Dia, formatData } from "@malote/syntax";
import type { Agrupamento } from "../../rpc/painel.ts";
import { diaBefore } from "../../ui/quando.ts";
import type { Intervalo } from "./filtro.ts";

/** Up to this number of days, a short label shows the weekday. */
const SEMANA_MAX = 14;

const format = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat("pt-BR", { ...options, timeZone: "UTC" });
const semana = format({ weekday: "short" });
const diaInteiro = format({ weekday: "long" });
const mes = format({ month: "short" });
const mesInteiro = format({ month: "long", year: "numeric" });

/**
 * The days of a point: from its first day to the day before the next point, cut at the end of the
 * range.
 */
export function daysOfPonto(periodo: Dia, grupo: Agrupamento, ate: Dia): Intervalo {
  const last = diaBefore(startOfNext(periodo, grupo), 1);
  return { de: periodo, ate: last < ate ? last : ate };
}

/** Short label below a column: "sáb 14", "14/11", "nov 26", "2026". */
export function shortOf(periodo: Dia, grupo: Agrupamento, pontos: number): string {
  const date = new Date(`${periodo}T12:00:00Z`);
  if (grupo === "ano") return periodo.slice(0, 4);
  if (grupo === "mes") return `${mes.format(date).replace(".", "")} ${periodo.slice(2, 4)}`;
  if (grupo === "dia" && pontos <= SEMANA_MAX) {
    return `${semana.format(date).replace(".", "")} ${periodo.slice(8)}`;
  }
  return formatData(periodo).slice(0, 5);
}

/**
 * Long label: "sábado, 14/11/2026", "16/11/2026 a 22/11/2026", "novembro de 2026", "2026". A
 * partial period shows its days.
 */
export function longOf(periodo: Dia, grupo: Agrupamento, ate: Dia): string {
  const date = new Date(`${periodo}T12:00:00Z`);
  const dias = daysOfPonto(periodo, grupo, ate);
  if (grupo === "dia") return `${diaInteiro.format(date)}, ${formatData(periodo)}`;
  if (grupo === "semana" || !isWhole(dias, grupo)) return `${formatData(dias.de)} a ${formatData(dias.ate)}`;
  return grupo === "mes" ? mesInteiro.format(date) : periodo.slice(0, 4);
}

/** Label of a table cell: "14/11/2026", "16/11 a 22/11/2026", "nov 26", "2026". */
export function cellOf(periodo: Dia, grupo: Agrupamento, ate: Dia): string {
  if (grupo === "dia") return formatData(periodo);
  if (grupo !== "semana") return shortOf(periodo, grupo, 0);
  const dias = daysOfPonto(periodo, grupo, ate);
  const [de, fim] = [formatData(dias.de), formatData(dias.ate)];
  return `${dias.de.slice(0, 4) === dias.ate.slice(0, 4) ? de.slice(0, 5) : de} a ${fim}`;
}

function isWhole({ de, ate }: Intervalo, grupo: "mes" | "ano"): boolean {
  return de.endsWith(grupo === "mes" ? "-01" : "-01-01") && diaBefore(startOfNext(de, grupo), 1) === ate;
}

function startOfNext(periodo: Dia, grupo: Agrupamento): Dia {
  const at = new Date(`${periodo}T00:00:00Z`);
  if (grupo === "dia") at.setUTCDate(at.getUTCDate() + 1);
  if (grupo === "semana") at.setUTCDate(at.getUTCDate() + 7 - ((at.getUTCDay() + 6) % 7));
  if (grupo === "mes") at.setUTCMonth(at.getUTCMonth() + 1, 1);
  if (grupo === "ano") at.setUTCFullYear(at.getUTCFullYear() + 1, 0, 1);
  return at.toISOString().slice(0, 10);
}
