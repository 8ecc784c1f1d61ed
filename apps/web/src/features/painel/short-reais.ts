import { formatReais } from "@malote/syntax";

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
  if (Math.round(size / THOUSAND) < THOUSAND) return `R$\u00a0${whole.format(reais / THOUSAND)} mil`;
  if (size < BILLION) return `R$\u00a0${twoPlaces.format(reais / MILLION)} mi`;
  return `R$\u00a0${twoPlaces.format(reais / BILLION)} bi`;
}

/** An amount in full below a million, else short. */
export function formatFittingReais(amount: string): string {
  return Math.abs(Number(amount)) < MILLION ? formatReais(amount) : formatShortReais(amount);
}
