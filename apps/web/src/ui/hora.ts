import { parseHora } from "@malote/contract";

/** Step of the list of times, in minutes (spec §9). */
const PASSO = 15;
const DIA_MINUTOS = 24 * 60;

/** Every quarter of an hour of a day, HH:mm. */
export const HORAS: readonly string[] = Array.from({ length: DIA_MINUTOS / PASSO }, (_, index) =>
  formatMinutos(index * PASSO),
);

/** Index in {@link HORAS} of the quarter hour of a typed time; -1 when it is invalid. */
export function placeOfHora(text: string): number {
  const [hora, minuto] = (parseHora(text) ?? "").split(":").map(Number);
  return hora === undefined || minuto === undefined ? -1 : Math.floor((hora * 60 + minuto) / PASSO);
}

function formatMinutos(minutos: number): string {
  return [Math.floor(minutos / 60), minutos % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
