import type * as source from "../../../texts/app/calendar.ts";
import type { Translated } from "../../translated.ts";

/** English texts of `texts/app/calendar.ts`. */
export const calendarTexts: Translated<typeof source.calendarTexts> = {
  formato: "dd/mm/yyyy",
  formatoHora: "hh:mm",
  abrir: (campo) => `Open the calendar: ${campo}`,
  de: (campo) => `Calendar: ${campo}`,
  setas: {
    nextMonth: "Next month",
    previousMonth: "Previous month",
    nextYear: "Next year",
    previousYear: "Previous year",
    nextDecade: "Next decade",
    previousDecade: "Previous decade",
    monthLevelControl: "Choose the month",
    yearLevelControl: "Choose the year",
  },
  preset: "Period",
  escolhidas: "chosen dates",
  ladoDe: "From",
  ladoAte: "To",
  campoDe: (campo) => `${campo}: from`,
  campoAte: (campo) => `${campo}: to`,
  hora: "Time",
  horaDe: (campo) => `${campo}: time`,
};
