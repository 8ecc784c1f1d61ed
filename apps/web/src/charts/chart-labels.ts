/** Labels under an axis, at most: more would be cut. */
const AXIS_LABELS_MAX = 8;

/** The places of an axis that have a label, at even distances from the first. */
export function labelledPlaces(min: number, max: number): number[] {
  const [first, last] = [Math.ceil(min), Math.floor(max)];
  const count = Math.max(last - first + 1, 0);
  const step = Math.max(Math.ceil(count / AXIS_LABELS_MAX), 1);
  return Array.from({ length: Math.ceil(count / step) }, (_, at) => first + at * step);
}
