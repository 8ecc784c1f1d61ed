import { formatInteiro } from "@malote/syntax";

/** Works a minute: whole from ten on, with one decimal below, for a slow queue is not a still one. */
export function formatPace(perMinute: number): string {
  if (perMinute >= 10 || Number.isInteger(perMinute)) return formatInteiro(Math.round(perMinute));
  return perMinute.toFixed(1).replace(".", ",");
}
