import { parseDay, parseTime } from "@malote/contract";
import { formatDate } from "@malote/syntax";
import { fieldMessages } from "../../texts/names/messages.ts";
import { joinRange, type RangeParam, splitRange } from "../filter/filter-params.ts";

/** Two typed instants: days as dd/MM/yyyy, hours as HH:mm; an empty hour means the whole day. */
export type TypedInstants = { de: string; deHora: string; ate: string; ateHora: string };

type InstantErrors = { [K in keyof TypedInstants]?: string };

export function toTypedInstants(range: RangeParam): TypedInstants {
  const { de, ate } = splitRange(range);
  const type = (instant: string): [string, string] => {
    const [dayText = "", timeText = ""] = instant.split("T");
    return [dayText && formatDate(dayText), timeText];
  };
  const [[fromDay, fromTime], [untilDay, untilTime]] = [type(de), type(ate)];
  return { de: fromDay, deHora: fromTime, ate: untilDay, ateHora: untilTime };
}

/** Parses typed instants into their URL form; an invalid side is left out. */
export function readTypedInstants({
  de,
  deHora: fromTime,
  ate,
  ateHora: untilTime,
}: TypedInstants): RangeParam {
  return joinRange(readInstant(de, fromTime), readInstant(ate, untilTime));
}

/** Errors of typed instants, by field. */
export function checkTypedInstants(instants: TypedInstants): InstantErrors {
  const wrong = {
    ...checkSide(instants.de, instants.deHora, ["de", "deHora"]),
    ...checkSide(instants.ate, instants.ateHora, ["ate", "ateHora"]),
  };
  if (Object.keys(wrong).length > 0) return wrong;
  const { de, ate } = splitRange(readTypedInstants(instants));
  const end = ate.length === 10 ? `${ate}T23:59` : ate;
  return de !== "" && ate !== "" && de > end ? { ate: fieldMessages.periodoInvertido } : {};
}

function checkSide(
  dayText: string,
  timeText: string,
  fields: [keyof InstantErrors, keyof InstantErrors],
): InstantErrors {
  const [dayField, timeField] = fields;
  if (dayText.trim() === "") {
    return timeText.trim() === "" ? {} : { [dayField]: fieldMessages.horaSemDia };
  }
  return {
    ...(parseDay(dayText) ? {} : { [dayField]: fieldMessages.dataInvalida }),
    ...(timeText.trim() === "" || parseTime(timeText) ? {} : { [timeField]: fieldMessages.horaInvalida }),
  };
}

function readInstant(dayText: string, timeText: string): string {
  const day = parseDay(dayText);
  if (day === null) return "";
  const time = parseTime(timeText);
  return time === null ? day : `${day}T${time}`;
}
