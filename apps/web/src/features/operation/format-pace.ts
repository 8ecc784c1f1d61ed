import { formatInteger } from "@malote/syntax";

/**
 * Tasks per minute: whole numbers from ten, one decimal below, so that a slow queue does not show
 * 0.
 */
export function formatPace(perMinute: number): string {
  if (perMinute >= 10 || Number.isInteger(perMinute)) return formatInteger(Math.round(perMinute));
  return perMinute.toFixed(1).replace(".", ",");
}
