import { type Dia, diaInZona, formatData, formatDataHora } from "@malote/syntax";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const porExtenso = new Intl.DateTimeFormat("pt-BR", {
  weekday: "long",
  day: "numeric",
  month: "long",
  timeZone: "UTC",
});
const comAno = new Intl.DateTimeFormat("pt-BR", {
  weekday: "long",
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** The time of day, HH:mm in the zone. */
export function formatHora(instante: Date, zona: string): string {
  return formatDataHora(instante, zona).slice(-5);
}

/** Day and time without the year, dd/MM HH:mm. */
export function formatDiaHora(instante: Date, zona: string): string {
  const inteiro = formatDataHora(instante, zona);
  return `${inteiro.slice(0, 5)} ${inteiro.slice(-5)}`;
}

/** A past instant in words: "agora", "há 2 min", "há 3 h"; the date once it is a day old. */
export function formatHa(instante: Date, agora: Date, zona: string): string {
  const passed = agora.getTime() - instante.getTime();
  if (passed < MINUTE_MS) return "agora";
  if (passed < HOUR_MS) return `há ${Math.floor(passed / MINUTE_MS)} min`;
  if (passed < DAY_MS) return `há ${Math.floor(passed / HOUR_MS)} h`;
  return `em ${formatDataHora(instante, zona)}`;
}

/** A future instant in words: "em instantes", "em 3 min"; day and time when it is an hour or more ahead. */
export function formatEm(instante: Date, agora: Date, zona: string): string {
  const left = instante.getTime() - agora.getTime();
  if (left < MINUTE_MS / 2) return "em instantes";
  if (left < HOUR_MS) return `em ${Math.max(1, Math.round(left / MINUTE_MS))} min`;
  return formatQuando(instante, agora, zona);
}

/**
 * An instant near today in words: "hoje às 09:51", "ontem às 18:22", "em 21/11 10:43", "em 21/01/2027
 * 10:43".
 */
export function formatQuando(instante: Date, agora: Date, zona: string): string {
  const dia = diaInZona(instante, zona);
  const hora = formatHora(instante, zona);
  if (dia === diaInZona(agora, zona)) return `hoje às ${hora}`;
  if (dia === diaBefore(diaInZona(agora, zona), 1)) return `ontem às ${hora}`;
  const sameYear = dia.slice(0, 4) === diaInZona(agora, zona).slice(0, 4);
  return `em ${sameYear ? formatDiaHora(instante, zona) : formatDataHora(instante, zona)}`;
}

/** The heading of a day: "Hoje", "Ontem" or the date, and the day in words. */
export function formatDiaTitulo(dia: Dia, hoje: Dia): { nome: string; extenso: string } {
  const noon = new Date(`${dia}T12:00:00Z`);
  const extenso = (dia.slice(0, 4) === hoje.slice(0, 4) ? porExtenso : comAno).format(noon);
  if (dia === hoje) return { nome: "Hoje", extenso };
  if (dia === diaBefore(hoje, 1)) return { nome: "Ontem", extenso };
  return { nome: formatData(dia), extenso };
}

/** The calendar day that many days before another. */
export function diaBefore(dia: Dia, dias: number): Dia {
  return new Date(Date.parse(`${dia}T00:00:00Z`) - dias * DAY_MS).toISOString().slice(0, 10);
}
