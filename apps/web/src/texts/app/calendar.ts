import { translated } from "../../languages/language.ts";

/** Texts of the date and time fields. */
export const calendarTexts = translated("calendarTexts", {
  formato: "dd/mm/aaaa",
  formatoHora: "hh:mm",
  abrir: (campo: string) => `Abrir o calendário: ${campo}`,
  de: (campo: string) => `Calendário: ${campo}`,
  setas: {
    nextMonth: "Próximo mês",
    previousMonth: "Mês anterior",
    nextYear: "Próximo ano",
    previousYear: "Ano anterior",
    nextDecade: "Próxima década",
    previousDecade: "Década anterior",
    monthLevelControl: "Escolher o mês",
    yearLevelControl: "Escolher o ano",
  },
  preset: "Período",
  escolhidas: "datas escolhidas",
  ladoDe: "De",
  ladoAte: "Até",
  campoDe: (campo: string) => `${campo}: de`,
  campoAte: (campo: string) => `${campo}: até`,
  hora: "Hora",
  horaDe: (campo: string) => `${campo}: hora`,
} as const);
