const ROUND_STEPS = [1, 2, 2.5, 5, 10];
const STEP_COUNT = 5;

/** Maximum and step of an axis that shows the greatest value in about five round steps. */
export function scaleOf(greatest: number): { max: number; step: number } {
  if (greatest <= 0) return { max: STEP_COUNT, step: 1 };
  const rough = greatest / STEP_COUNT;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ROUND_STEPS.find((each) => each * power >= rough && Number.isInteger(each * power));
  const stepSize = Math.max(1, (step ?? 10) * power);
  return { max: Math.ceil(greatest / stepSize) * stepSize, step: stepSize };
}

/**
 * Upper bounds of the map classes as shares of the greatest value; the last class has no upper
 * bound.
 */
const CLASS_SHARES = [0.0225, 0.09, 0.225, 0.6];
const ROUND_BOUNDS = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * Round, ascending upper bounds of the map classes. A value belongs to the first bound that it does
 * not exceed.
 */
export function boundsOf(greatest: number): number[] {
  const bounds = CLASS_SHARES.map((share) => roundUp(greatest * share)).filter((bound) => bound < greatest);
  return [...new Set(bounds)];
}

function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const round = ROUND_BOUNDS.find((each) => each * power >= value && Number.isInteger(each * power));
  return (round ?? 10) * power;
}

/** Shades of green for the classes, lightest first. */
const SHADES = [1, 2, 3, 6, 8] as const;
export type Shade = 0 | (typeof SHADES)[number];

/**
 * The shade of a value; 0 for none. Few classes use the darkest shades, so the greatest value is
 * always darkest.
 */
export function shadeOf(value: number, bounds: readonly number[]): Shade {
  if (value <= 0) return 0;
  const found = bounds.findIndex((bound) => value <= bound);
  return shadeOfClass(found < 0 ? bounds.length : found, bounds);
}

/** The shade of a class, from 0 to `bounds.length`. */
export function shadeOfClass(classIndex: number, bounds: readonly number[]): Shade {
  return SHADES[SHADES.length - 1 - (bounds.length - classIndex)] ?? SHADES[0];
}
