import { parseDay } from "@malote/contract";
import { type Day, formatDate } from "@malote/syntax";
import { fieldMessages } from "../../texts/names/messages.ts";
import { type Period, PRESETS, type Preset, rangeOf, readPeriod } from "./period.ts";

/** A typed period: a preset, or days as dd/MM/yyyy. */
export type TypedPeriod = { preset: Preset | ""; de: string; ate: string };

/** Converts a period to its input fields; a preset fills in its days. */
export function toTypedPeriod(period: Period, today: Day): TypedPeriod {
  const preset = PRESETS.find((known) => known === period) ?? "";
  const { de, ate } = rangeOf(period, today);
  const until = preset !== "" && preset !== "tudo" ? (ate ?? today) : ate;
  return { preset, de: de ? formatDate(de) : "", ate: until ? formatDate(until) : "" };
}

/**
 * Parses a typed period; null while a day is invalid or the days are reversed. Two empty fields mean any
 * date.
 */
export function readTypedPeriod({ preset, de, ate }: TypedPeriod): Period | null {
  if (preset !== "") return preset;
  if (de.trim() === "" && ate.trim() === "") return "tudo";
  return readPeriod(`${readDay(de)}..${readDay(ate)}`);
}

/** Errors of a typed period, by field. */
export function checkTypedPeriod({ preset, de, ate }: TypedPeriod): { de?: string; ate?: string } {
  if (preset !== "") return {};
  const wrong = { ...checkDay("de", de), ...checkDay("ate", ate) };
  if (Object.keys(wrong).length > 0 || de.trim() === "" || ate.trim() === "") return wrong;
  return readDay(de) > readDay(ate) ? { ate: fieldMessages.periodoInvertido } : {};
}

function checkDay<C extends string>(field: C, text: string): { [K in C]?: string } {
  if (text.trim() === "" || parseDay(text)) return {};
  return { [field]: fieldMessages.dataInvalida } as { [K in C]?: string };
}

/** "" for an empty field, and "?" (not a day) for an invalid one. */
function readDay(text: string): string {
  return text.trim() === "" ? "" : (parseDay(text) ?? "?");
}
