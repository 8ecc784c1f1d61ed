import { PERIODO_LISTA_DIAS } from "@malote/contract";
import { type Dia, formatData, isDia } from "@malote/syntax";
import { filtros } from "../textos/filtros.ts";
import { diaBefore } from "./quando.ts";

/** Preset periods: calendar months, or a number of days ending today. */
export const PRESETS = ["7d", "30d", "90d", "365d", "mes", "mes-passado", "tudo"] as const;
export type Preset = (typeof PRESETS)[number];

/** A period in its URL form: a preset, or two days of which one may be missing ("2026-11-01.."). */
export type Periodo = Preset | `${Dia}..${Dia}`;

const DIAS: Partial<Record<Preset, number>> = { "7d": 7, "30d": 30, "90d": PERIODO_LISTA_DIAS, "365d": 365 };

/** Parses the URL form of a period; null when it is invalid. */
export function readPeriodo(text: string): Periodo | null {
  const preset = PRESETS.find((known) => known === text);
  if (preset) return preset;
  const [de, ate, ...rest] = text.split("..");
  if (de === undefined || ate === undefined || rest.length > 0 || de + ate === "") return null;
  if ([de, ate].some((dia) => dia !== "" && !isDia(dia))) return null;
  return de === "" || ate === "" || de <= ate ? `${de}..${ate}` : null;
}

/**
 * The first and last day of a period, inclusive; null for an open end.
 * @param hoje today in the conta's zone
 */
export function rangeOf(periodo: Periodo, hoje: Dia): { de: Dia | null; ate: Dia | null } {
  if (periodo === "tudo") return { de: null, ate: null };
  if (periodo === "mes") return { de: firstOfMes(hoje), ate: null };
  if (periodo === "mes-passado") {
    const ultimo = diaBefore(firstOfMes(hoje), 1);
    return { de: firstOfMes(ultimo), ate: ultimo };
  }
  const dias = DIAS[periodo as Preset];
  if (dias !== undefined) return { de: diaBefore(hoje, dias - 1), ate: null };
  const [de, ate] = periodo.split("..");
  return { de: de || null, ate: ate || null };
}

/** "últimos 90 dias", "01/11/2026 a 07/11/2026", "desde 01/11/2026". */
export function formatPeriodo(periodo: Periodo): string {
  const preset = PRESETS.find((known) => known === periodo);
  if (preset) return filtros.periodos[preset];
  const [de = "", ate = ""] = periodo.split("..").map((dia) => dia && formatData(dia));
  if (de === ate) return de;
  return filtros.entre(de, ate);
}

function firstOfMes(dia: Dia): Dia {
  return `${dia.slice(0, 8)}01`;
}
