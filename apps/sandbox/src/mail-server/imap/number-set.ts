/** A set of numbers as inclusive ranges; `*` is already replaced by the largest number. */
export type NumberSet = readonly (readonly [first: number, last: number])[];

const NUMBER_MAX = 4_294_967_295;

/** Parses `1:3,7,12:*`; null when malformed.   @source RFC 3501 §9 (sequence-set) */
export function parseNumberSet(text: string, largest: number): NumberSet | null {
  const numberOf = (part: string | undefined): number | null => {
    if (part === "*") return largest;
    if (!part || !/^[1-9][0-9]{0,9}$/.test(part)) return null;
    const number = Number(part);
    return number <= NUMBER_MAX ? number : null;
  };
  const ranges: [number, number][] = [];
  for (const piece of text.split(",")) {
    const [a, b, ...rest] = piece.split(":");
    const first = numberOf(a);
    const last = b === undefined ? first : numberOf(b);
    if (first === null || last === null || rest.length > 0) return null;
    ranges.push([Math.min(first, last), Math.max(first, last)]);
  }
  return ranges;
}

export function isInSet(numberSet: NumberSet, number: number): boolean {
  return numberSet.some(([first, last]) => first <= number && number <= last);
}
