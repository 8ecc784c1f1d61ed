import { CODE_A, CODE_C, PATTERNS, START_A, START_C, STOP_PATTERN } from "./code128-table.ts";

/** The blank required on each side of the bars, in modules.   @source ISO/IEC 15417 §4.5 */
export const CODE128_QUIET_MODULES = 10;

type CodeSet = "A" | "C";
/** The number of symbols needed from a position to the end, when already in that set. */
type Cost = Readonly<Record<CodeSet, number>>;

const SET_A_TEXT = /^[ -_]+$/;
const DIGIT_PAIR = /^[0-9]{2}$/;
const MODULUS = 103;

/** Widths in modules of a Code 128 bar code, bars and spaces in turn, from bar to bar, without quiet
 * zones. Digit pairs use set C and other characters set A, with the fewest symbols: a numeric key is C
 * only, one with letters the NT's hybrid.
 * @throws RangeError for text outside ASCII 32 to 95   @source ISO/IEC 15417; NT Conjunta DF-e 2025.001 */
export function code128Widths(text: string): number[] {
  if (!SET_A_TEXT.test(text)) throw new RangeError("Code 128 A and C hold ASCII 32 to 95 only");
  const values = encodeValues(text);
  const sum = values.reduce((total, value, at) => total + value * Math.max(1, at), 0);
  const patterns = [...values, sum % MODULUS].map((value) => PATTERNS[value] ?? "");
  return [...patterns.join(""), ...STOP_PATTERN].map(Number);
}

function encodeValues(text: string): number[] {
  const costs = costsOf(text);
  const values: number[] = [];
  let set: CodeSet | null = null;
  for (let at = 0; at < text.length; ) {
    const next = chooseSet(nextCost(text, at, costs), set);
    if (set === null) values.push(next === "A" ? START_A : START_C);
    else if (next !== set) values.push(next === "A" ? CODE_A : CODE_C);
    set = next;
    values.push(next === "C" ? Number(text.slice(at, at + 2)) : text.charCodeAt(at) - 32);
    at += next === "C" ? 2 : 1;
  }
  return values;
}

function costsOf(text: string): Cost[] {
  const costs = new Array<Cost>(text.length + 1).fill({ A: 0, C: 0 });
  for (let at = text.length - 1; at >= 0; at--) {
    const { A, C } = nextCost(text, at, costs);
    costs[at] = { A: Math.min(A, C + 1), C: Math.min(C, A + 1) };
  }
  return costs;
}

/** The cost of encoding from a position in A, and in C, before any switch. */
function nextCost(text: string, at: number, costs: readonly Cost[]): Cost {
  const isPair = DIGIT_PAIR.test(text.slice(at, at + 2));
  return {
    A: 1 + (costs[at + 1]?.A ?? 0),
    C: isPair ? 1 + (costs[at + 2]?.C ?? 0) : Number.POSITIVE_INFINITY,
  };
}

/** A switch costs one symbol; the start set is free. */
function chooseSet({ A, C }: Cost, from: CodeSet | null): CodeSet {
  const viaA = A + (from === "C" ? 1 : 0);
  const viaC = C + (from === "A" ? 1 : 0);
  return viaC < viaA || (viaC === viaA && from !== "A") ? "C" : "A";
}
