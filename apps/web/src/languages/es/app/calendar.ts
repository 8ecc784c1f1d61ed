import type { calendarTexts as source } from "../../../texts/app/calendar.ts";
import type { Translated } from "../../translated.ts";

/** Spanish texts of `texts/app/calendar.ts`. */
export const calendarTexts: Translated<typeof source> = {
  formato: "dd/mm/aaaa",
  formatoHora: "hh:mm",
  abrir: (campo) => `Abrir el calendario: ${campo}`,
  de: (campo) => `Calendario: ${campo}`,
  setas: {
    nextMonth: "Mes siguiente",
    previousMonth: "Mes anterior",
    nextYear: "Año siguiente",
    previousYear: "Año anterior",
    nextDecade: "Década siguiente",
    previousDecade: "Década anterior",
    monthLevelControl: "Elegir el mes",
    yearLevelControl: "Elegir el año",
  },
  preset: "Período",
  escolhidas: "fechas elegidas",
  ladoDe: "Desde",
  ladoAte: "Hasta",
  campoDe: (campo) => `${campo}: desde`,
  campoAte: (campo) => `${campo}: hasta`,
  hora: "Hora",
  horaDe: (campo) => `${campo}: hora`,
};
