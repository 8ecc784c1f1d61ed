import { formatTamanho } from "./formato.ts";

/** How much of how much: "212 de 500 GB"; the unit is written once where it is the same. */
export function formatTamanhoDe(bytes: number, total: number): string {
  const [part, whole] = [formatTamanho(bytes), formatTamanho(total)];
  const unit = whole.slice(whole.lastIndexOf(" "));
  return `${part.endsWith(unit) ? part.slice(0, -unit.length) : part} de ${whole}`;
}
