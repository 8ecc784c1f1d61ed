const PASSOS = [1, 2, 2.5, 5, 10];
const LINHAS = 5;

/** The top of a scale that shows so much in about five steps of round numbers. */
export function scaleOf(maior: number): { max: number; passo: number } {
  if (maior <= 0) return { max: LINHAS, passo: 1 };
  const rough = maior / LINHAS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = PASSOS.find((each) => each * power >= rough && Number.isInteger(each * power));
  const passo = Math.max(1, (step ?? 10) * power);
  return { max: Math.ceil(maior / passo) * passo, passo };
}

/** What of the greatest each class of the map reaches to; above the last is the last class. */
const CORTES = [0.0225, 0.09, 0.225, 0.6];
const REDONDOS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The bounds of the classes of a map, round and ascending: a value is of the first whose bound it does not pass. */
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

/** Steps of the green in which a class is painted, from the lightest. */
const TONS = [1, 2, 3, 6, 8] as const;
export type Tom = 0 | (typeof TONS)[number];

/** The step of a value; 0 = nothing. Of few classes the darkest steps are used, so that the greatest is always the darkest. */
export function tomOf(value: number, bounds: readonly number[]): Tom {
  if (value <= 0) return 0;
  const found = bounds.findIndex((bound) => value <= bound);
  return tomOfClasse(found < 0 ? bounds.length : found, bounds);
}

/** The step of a class, from 0 to as many as there are bounds. */
export function tomOfClasse(classe: number, bounds: readonly number[]): Tom {
  return TONS[TONS.length - 1 - (bounds.length - classe)] ?? TONS[0];
}
