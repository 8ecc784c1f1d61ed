const PASSOS = [1, 2, 2.5, 5, 10];
const LINHAS = 5;

/** Maximum and step of an axis that shows the greatest value in about five round steps. */
export function scaleOf(maior: number): { max: number; passo: number } {
  if (maior <= 0) return { max: LINHAS, passo: 1 };
  const rough = maior / LINHAS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = PASSOS.find((each) => each * power >= rough && Number.isInteger(each * power));
  const passo = Math.max(1, (step ?? 10) * power);
  return { max: Math.ceil(maior / passo) * passo, passo };
}

/**
 * Upper bounds of the map classes as shares of the greatest value; the last class has no upper
 * bound.
 */
const CORTES = [0.0225, 0.09, 0.225, 0.6];
const REDONDOS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * Round, ascending upper bounds of the map classes. A value belongs to the first bound that it does
 * not exceed.
 */
export function boundsOf(maior: number): number[] {
  const bounds = CORTES.map((corte) => roundUp(maior * corte)).filter((bound) => bound < maior);
  return [...new Set(bounds)];
}

function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const round = REDONDOS.find((each) => each * power >= value && Number.isInteger(each * power));
  return (round ?? 10) * power;
}

/** Shades of green for the classes, lightest first. */
const TONS = [1, 2, 3, 6, 8] as const;
export type Tom = 0 | (typeof TONS)[number];

/**
 * The shade of a value; 0 for none. Few classes use the darkest shades, so the greatest value is
 * always darkest.
 */
export function tomOf(value: number, bounds: readonly number[]): Tom {
  if (value <= 0) return 0;
  const found = bounds.findIndex((bound) => value <= bound);
  return tomOfClasse(found < 0 ? bounds.length : found, bounds);
}

/** The shade of a class, from 0 to `bounds.length`. */
export function tomOfClasse(classe: number, bounds: readonly number[]): Tom {
  return TONS[TONS.length - 1 - (bounds.length - classe)] ?? TONS[0];
}
