import { formatSize } from "./format.ts";

/** A part of a total: "212 de 500 GB"; a shared unit is written once. */
export function formatSizeOf(bytes: number, total: number): string {
  const [part, whole] = [formatSize(bytes), formatSize(total)];
  const unit = whole.slice(whole.lastIndexOf(" "));
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} de ${whole}`;
}
