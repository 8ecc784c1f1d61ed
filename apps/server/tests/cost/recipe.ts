import { type Lang, listSpans, type Span } from "./spans.ts";
import { FILLS, NAMES, NESTS, ODDS, SEPARATORS } from "./vocabulary.ts";

/** The operation of one step on a text. `drop` removes a piece; `splice` copies one piece over
 * another. */
const OPS = ["grow", "repeat", "nest", "names", "odd", "splice", "drop"] as const;
export type Op = (typeof OPS)[number];
/** Operations that make an input large are drawn more often. */
const OP_DRAWS: readonly Op[] = [...OPS, "grow", "repeat", "repeat", "nest", "names", "names"];

/** at, to: the piece, as a fraction of all; n: repetitions; what: variant; part: of the request. */
export type Step = { op: Op; part: "head" | "body"; at: number; to: number; n: number; what: number };

/** How to make the bytes of an input from the text of a mold, without storing them. */
export type Recipe = { mold: string; steps: readonly Step[]; coding: Coding };

/** How the characters of the body become bytes. */
export const CODINGS = ["utf8", "utf16le", "utf16be", "latin1"] as const;
export type Coding = (typeof CODINGS)[number];

/** bytesMax limits the result of a step. */
export type Bounds = { bytesMax: number };

const STEPS_MAX = 6;
const GROWTH = [2, 4, 8, 16, 64, 256, 1_024, 4_096, 16_384] as const;
/** Shares of mutations that change an existing step (CHANGE) or add one (up to ADD). */
const CHANGE = 0.45;
const ADD = 0.85;

/** A recipe of one random step. */
export function startRecipe(mold: string, parts: readonly Step["part"][], random: () => number): Recipe {
  return { mold, steps: random() < 0.1 ? [] : [drawStep(parts, random)], coding: "utf8" };
}

/** A recipe that differs from its parent in one point; `other` provides steps for a splice. */
export function mutateRecipe(
  parent: Recipe,
  { parts, other, random }: { parts: readonly Step["part"][]; other: Recipe; random: () => number },
): Recipe {
  const { steps } = parent;
  const way = random();
  if (way < CHANGE && steps.length > 0) {
    const at = Math.floor(random() * steps.length);
    return { ...parent, steps: steps.map((step, n) => (n === at ? changeStep(step, random) : step)) };
  }
  if (way < ADD) return { ...parent, steps: [...steps, drawStep(parts, random)].slice(-STEPS_MAX) };
  if (way < 0.92) {
    const half = Math.ceil(steps.length / 2);
    return { ...parent, steps: [...steps.slice(0, half), ...other.steps].slice(0, STEPS_MAX) };
  }
  if (way < 0.96) return { ...parent, steps: steps.slice(1) };
  return { ...parent, coding: CODINGS[Math.floor(random() * CODINGS.length)] ?? "utf8" };
}

function drawStep(parts: readonly Step["part"][], random: () => number): Step {
  return {
    op: pick(OP_DRAWS, random),
    part: pick(parts, random),
    at: random(),
    to: random(),
    n: pick(GROWTH, random),
    what: Math.floor(random() * 1_000),
  };
}

/** Most changes enlarge a step, because superlinear costs show with size. */
function changeStep(step: Step, random: () => number): Step {
  const way = random();
  if (way < 0.6) return { ...step, n: Math.min(step.n * pick([2, 3, 4, 8], random), 200_000) };
  if (way < 0.7) return { ...step, n: Math.max(1, Math.floor(step.n / 2)) };
  if (way < 0.85) return { ...step, at: random() };
  return { ...step, what: Math.floor(random() * 1_000) };
}

/** The text of a mold after its steps; a step beyond the limit adds as much as fits. */
export function applySteps(
  text: string,
  steps: readonly Step[],
  { lang, bytesMax }: Bounds & { lang: Lang },
): string {
  let made = text;
  for (const step of steps) {
    const spans = spansFor(made, lang, step.op);
    const span = spans[Math.floor(step.at * spans.length)];
    if (span === undefined) continue;
    const from = spans[Math.floor(step.to * spans.length)] ?? span;
    const piece = writePiece(made, { step, span, from, lang, room: Math.max(0, bytesMax - made.length) });
    made = made.slice(0, span.start) + piece + made.slice(span.end);
  }
  return made;
}

/** The value of `at` for the piece that begins with `piece`. @throws when there is none */
export function placeOf(text: string, { lang, op, piece }: { lang: Lang; op: Op; piece: string }): number {
  const spans = spansFor(text, lang, op);
  const last = spans.findLastIndex(({ start }) => text.startsWith(piece, start));
  if (last === -1) throw new Error(`no piece begins with ${piece}`);
  return (last + 0.5) / spans.length;
}

/** Names are inserted where an object or a tag begins, if the language has those. */
function spansFor(text: string, lang: Lang, op: Op): Span[] {
  const spans = listSpans(text, lang);
  if (op !== "names") return spans;
  const openings = spans.filter(({ start }) => /[{<]/.test(text[start] ?? "") && text[start + 1] !== "/");
  return openings.length > 0 ? openings : spans;
}

type Place = { step: Step; span: Span; from: Span; lang: Lang; room: number };

function writePiece(text: string, { step, span, from, lang, room }: Place): string {
  const piece = text.slice(span.start, span.end);
  const fitting = (unit: number): number => Math.max(1, Math.min(step.n, Math.floor(room / unit)));
  switch (step.op) {
    case "grow": {
      const fill = choose(FILLS, step.what);
      const middle = Math.ceil(piece.length / 2);
      return piece.slice(0, middle) + fill.repeat(fitting(fill.length)) + piece.slice(middle);
    }
    case "repeat": {
      const unit = choose(SEPARATORS[lang], step.what) + piece;
      return piece + unit.repeat(fitting(unit.length));
    }
    case "nest": {
      const [open, close] = choose(NESTS[lang], step.what);
      const levels = fitting(open.length + close.length);
      return open.repeat(levels) + piece + close.repeat(levels);
    }
    case "names":
      return insertNames(piece, { lang, what: step.what, most: step.n, room });
    case "odd":
      return choose(ODDS[lang], step.what);
    case "splice":
      return piece + choose(SEPARATORS[lang], step.what) + text.slice(from.start, from.end);
    case "drop":
      return "";
  }
}

/** Inserts members with distinct names after the opening of the piece. */
function insertNames(
  piece: string,
  { lang, what, most, room }: { lang: Lang; what: number; most: number; room: number },
): string {
  const write = choose(NAMES[lang], what);
  const made: string[] = [];
  let length = 0;
  for (let n = 0; n < most && length < room; n++) {
    const member = write(n);
    made.push(member);
    length += member.length;
  }
  const opening = /^(?:[{[]|<[\w:.-]+)/.exec(piece)?.[0].length ?? piece.length;
  return piece.slice(0, opening) + made.join("") + piece.slice(opening);
}

/** The bytes of a text in a coding. */
export function encodeText(text: string, coding: Coding): Buffer {
  if (coding === "latin1") return Buffer.from(text, "latin1");
  if (coding === "utf8") return Buffer.from(text, "utf8");
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return coding === "utf16le" ? bytes : bytes.swap16();
}

function choose<T>(list: readonly [T, ...T[]], what: number): T {
  return list[what % list.length] ?? list[0];
}

function pick<T>(list: readonly T[], random: () => number): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

/** A recipe in one line, for the report. */
export function describeRecipe({ mold, steps, coding }: Recipe): string {
  const formattedSteps = steps.map(
    ({ op, part, at, to, n, what }) => `${op}(${part} ${at.toFixed(4)}→${to.toFixed(4)} ×${n} #${what})`,
  );
  return [mold, ...formattedSteps, ...(coding === "utf8" ? [] : [coding])].join(" · ");
}
