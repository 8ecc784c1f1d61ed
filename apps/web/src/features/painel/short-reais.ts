import { formatReais } from "@malote/syntax";
import { timeTexts } from "../../texts/app/time.ts";

const THOUSAND = 1_000;
const MILLION = 1_000_000;
const BILLION = 1_000_000_000;
const twoPlaces = new Intl.NumberFormat("pt-BR", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const whole = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 0 });

/** An amount in the fewest characters that still tell it: "R$ 950,10", "R$ 308 mil", "R$ 2,91 mi". */
export function formatShortReais(amount: string): string {
  const reais = Number(amount);
  const size = Math.abs(reais);
  if (size < THOUSAND) return formatReais(amount);
  // 999 999 is "R$ 1,00 mi", not "R$ 1.000 mil".
  if (Math.round(size / THOUSAND) < THOUSAND) return timeTexts.mil(whole.format(reais / THOUSAND));
  if (size < BILLION) return timeTexts.milhoes(twoPlaces.format(reais / MILLION));
  return timeTexts.bilhoes(twoPlaces.format(reais / BILLION));
}

/** An amount in full below a million, else short. */
export function formatFittingReais(amount: string): string {
  return Math.abs(Number(amount)) < MILLION ? formatReais(amount) : formatShortReais(amount);
}
