import { MENSAGENS_DOS_CAMPOS, parseData } from "@malote/contract";
import { type Dia, formatData } from "@malote/syntax";
import { type Periodo, PRESETS, type Preset, rangeOf, readPeriodo } from "./periodo.ts";

/** A typed period: a preset, or days as dd/MM/yyyy. */
export type PeriodoDigitado = { preset: Preset | ""; de: string; ate: string };

/** Converts a period to its input fields; a preset fills in its days. */
export function typePeriodo(periodo: Periodo, hoje: Dia): PeriodoDigitado {
  const preset = PRESETS.find((known) => known === periodo) ?? "";
  const { de, ate } = rangeOf(periodo, hoje);
  const until = preset !== "" && preset !== "tudo" ? (ate ?? hoje) : ate;
  return { preset, de: de ? formatData(de) : "", ate: until ? formatData(until) : "" };
}

/**
 * Parses a typed period; null while a day is invalid or the days are reversed. Two empty fields mean any
 * date.
 */
export function readDigitado({ preset, de, ate }: PeriodoDigitado): Periodo | null {
  if (preset !== "") return preset;
  if (de.trim() === "" && ate.trim() === "") return "tudo";
  return readPeriodo(`${readDia(de)}..${readDia(ate)}`);
}

/** Errors of a typed period, by field. */
export function checkDigitado({ preset, de, ate }: PeriodoDigitado): { de?: string; ate?: string } {
  if (preset !== "") return {};
  const wrong = { ...checkDia("de", de), ...checkDia("ate", ate) };
  if (Object.keys(wrong).length > 0 || de.trim() === "" || ate.trim() === "") return wrong;
  return readDia(de) > readDia(ate) ? { ate: MENSAGENS_DOS_CAMPOS.periodoInvertido } : {};
}

function checkDia<C extends string>(campo: C, text: string): { [K in C]?: string } {
  if (text.trim() === "" || parseData(text)) return {};
  return { [campo]: MENSAGENS_DOS_CAMPOS.dataInvalida } as { [K in C]?: string };
}

/** "" for an empty field, and "?" (not a day) for an invalid one. */
function readDia(text: string): string {
  return text.trim() === "" ? "" : (parseData(text) ?? "?");
}
