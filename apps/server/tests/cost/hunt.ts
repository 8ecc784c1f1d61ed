import { createRandom } from "../setup/seeded-random.ts";
import type { Mold } from "./molds.ts";
import { applySteps, encodeText, mutateRecipe, type Recipe, type Step, startRecipe } from "./recipe.ts";

/** Cost of one input. bytesIn: as transmitted; cpuMs: of all threads, without the intended cost of
 * password hashes and of any e-mail. */
export type Cost = {
  bytesIn: number;
  bytesOut: number;
  cpuMs: number;
  blockMs: number;
  /** The process did not answer in time and was killed. */
  hung: boolean;
  status: string;
};

/** An input with its cost. ratio: ms of CPU per KB, counting at least 1 KB. */
export type Found = { recipe: Recipe; mold: Mold; cost: Cost; ratio: number };

/** The worst inputs of one endpoint. */
export type DoorResult = {
  door: string;
  tried: number;
  /** By ratio, by CPU, by bytes of the answer and by the longest block. */
  worst: Found | null;
  costliest: Found | null;
  largest: Found | null;
  longest: Found | null;
};

/** Sends one input. */
export type Send = (mold: Mold, input: { head: string; body: Buffer }) => Promise<Cost>;

export type HuntOptions = {
  molds: readonly Mold[];
  send: Send;
  /** Replaces the placeholders for one request. */
  fill(text: string): Promise<string>;
  seconds: number;
  semente: number;
  bytesMax?: number;
  /** Sent first. */
  known?: readonly Recipe[];
  /** Limits the inputs instead of the time, for a run that is the same on any machine. */
  inputsMax?: number;
  /** Above this, the input is repeated and the least cost counts: load and garbage collection are
   * no cost of the input. */
  suspectMsPerKb?: number;
};

const BYTES_MAX = 900 * 1024;
const KB = 1024;
const POOL = 10;
/** Share of inputs that begin anew; the others mutate one of the worst so far. */
const FRESH_SHARE = 0.25;
/** Unmodified molds sent first, and their share among later inputs. */
const FIRST = 8;
const UNTOUCHED_SHARE = 0.3;
const MANY_MOLDS = 40;
const SUSPECT_MS_PER_KB = 25;
const AGAIN = 2;

/** Criteria for keeping parents: a superlinear cost shows in one of these before it shows in the
 * ratio. */
const GOALS = {
  ratio: ({ ratio }) => ratio,
  cpu: ({ cost }) => cost.cpuMs,
  answer: ({ cost }) => cost.bytesOut,
  block: ({ cost }) => cost.blockMs,
} as const satisfies Record<string, (found: Found) => number>;
type Goal = keyof typeof GOALS;
/** In this order of likelihood. */
const GOAL_NAMES: readonly Goal[] = ["cpu", "ratio", "block", "answer"];

type Hunt = DoorResult & {
  molds: Mold[];
  untouched: Mold[];
  pools: Record<Goal, Found[]>;
  spentMs: number;
};

/** Searches the costliest inputs for the given time; the endpoint with the least time so far is
 * next. */
export async function huntCosts(o: HuntOptions): Promise<DoorResult[]> {
  const random = createRandom(o.semente);
  const hunts = [...new Set(o.molds.map(({ door }) => door))].map(
    (door): Hunt => ({
      door,
      tried: 0,
      worst: null,
      costliest: null,
      largest: null,
      longest: null,
      molds: o.molds.filter((mold) => mold.door === door),
      untouched: o.molds.filter((mold) => mold.door === door),
      pools: { ratio: [], cpu: [], answer: [], block: [] },
      spentMs: 0,
    }),
  );
  for (const recipe of o.known ?? []) {
    const owner = hunts.find(({ molds }) => molds.some(({ name }) => name === recipe.mold));
    if (owner) await tryRecipe(owner, o, recipe);
  }
  const until = performance.now() + o.seconds * 1_000;
  for (let n = 0; performance.now() < until && n < (o.inputsMax ?? Number.POSITIVE_INFINITY); n++) {
    const next = o.inputsMax === undefined ? leastServed(hunts) : hunts[n % hunts.length];
    if (next === undefined) break;
    const started = performance.now();
    await tryRecipe(next, o, drawRecipe(next, random));
    next.spentMs += performance.now() - started;
  }
  return hunts;
}

function leastServed(hunts: readonly Hunt[]): Hunt | undefined {
  return hunts.toSorted((a, b) => a.spentMs - b.spentMs)[0];
}

async function tryRecipe(hunt: Hunt, o: HuntOptions, recipe: Recipe): Promise<void> {
  const mold = hunt.molds.find(({ name }) => name === recipe.mold);
  if (mold === undefined) return;
  const found = await measure({ recipe, mold }, o);
  hunt.tried += 1;
  keep(hunt, found);
}

function drawRecipe(hunt: Hunt, random: () => number): Recipe {
  // Sends each mold unmodified once, and mutations of the first ones in between.
  const isNext = hunt.tried < FIRST || random() < UNTOUCHED_SHARE;
  const untouched = isNext ? takeAny(hunt.untouched, random) : undefined;
  if (untouched) return { mold: untouched.name, steps: [], coding: untouched.coding ?? "utf8" };
  const goal = GOAL_NAMES[Math.floor(random() ** 2 * GOAL_NAMES.length)] ?? "cpu";
  const pool = hunt.pools[goal];
  const parent = pool[Math.floor(random() ** 2 * pool.length)];
  const other = pool[Math.floor(random() * pool.length)];
  if (parent === undefined || other === undefined || random() < FRESH_SHARE) {
    // With many molds, the first ones are drawn most.
    const skew = hunt.molds.length > MANY_MOLDS ? random() ** 2 : 1;
    const mold = hunt.molds[Math.floor(random() * skew * hunt.molds.length)];
    if (mold === undefined) throw new Error(`no molds for ${hunt.door}`);
    return { ...startRecipe(mold.name, partsOf(mold), random), coding: mold.coding ?? "utf8" };
  }
  return mutateRecipe(parent.recipe, { parts: partsOf(parent.mold), other: other.recipe, random });
}

function takeAny(molds: Mold[], random: () => number): Mold | undefined {
  return molds.splice(Math.floor(random() * molds.length), 1)[0];
}

function partsOf({ head, body }: Mold): Step["part"][] {
  if (body === "") return ["head"];
  return head === "" ? ["body"] : ["body", "body", "body", "head"];
}

/** The input that a recipe makes. */
async function makeInput(
  { mold, recipe }: Pick<Found, "mold" | "recipe">,
  { fill, bytesMax = BYTES_MAX }: Pick<HuntOptions, "fill" | "bytesMax">,
): Promise<{ head: string; body: Buffer }> {
  const part = (which: Step["part"]): Step[] => recipe.steps.filter((step) => step.part === which);
  const head = applySteps(mold.head, part("head"), { lang: "head", bytesMax: 15_000 });
  const text = applySteps(mold.body, part("body"), { lang: mold.lang, bytesMax });
  const body = encodeText(mold.wrap ? text : await fill(text), recipe.coding);
  if (!mold.wrap) return { head: await fill(head), body };
  // The wrapper may contain placeholders too.
  const wrapped = await mold.wrap(body);
  return { head: await fill(head), body: Buffer.from(await fill(wrapped.toString("latin1")), "latin1") };
}

async function measure({ recipe, mold }: Pick<Found, "recipe" | "mold">, o: HuntOptions): Promise<Found> {
  const send = async (): Promise<Cost> => await o.send(mold, await makeInput({ mold, recipe }, o));
  const { suspectMsPerKb = SUSPECT_MS_PER_KB } = o;
  let cost = await send();
  for (let n = 0; n < AGAIN && !cost.hung && ratioOf(cost) > suspectMsPerKb; n++) {
    const again = await send();
    if (again.hung || again.cpuMs < cost.cpuMs) cost = again;
  }
  return { recipe, mold, cost, ratio: ratioOf(cost) };
}

function ratioOf({ cpuMs, bytesIn }: Cost): number {
  return cpuMs / Math.max(1, bytesIn / KB);
}

function keep(hunt: Hunt, found: Found): void {
  for (const goal of GOAL_NAMES) hunt.pools[goal] = keepParent(hunt.pools[goal], found, GOALS[goal]);
  if (found.ratio > (hunt.worst?.ratio ?? 0)) hunt.worst = found;
  if (found.cost.cpuMs > (hunt.costliest?.cost.cpuMs ?? 0)) hunt.costliest = found;
  if (found.cost.bytesOut > (hunt.largest?.cost.bytesOut ?? 0)) hunt.largest = found;
  if (found.cost.blockMs > (hunt.longest?.cost.blockMs ?? 0)) hunt.longest = found;
}

/** Keeps one of each mold and first step, so that one costly family does not displace all others. */
function keepParent(pool: readonly Found[], found: Found, score: (found: Found) => number): Found[] {
  const family = (each: Found): string => `${each.recipe.mold} ${each.recipe.steps[0]?.op}`;
  const rival = pool.find((each) => family(each) === family(found));
  if (rival !== undefined && score(rival) >= score(found)) return [...pool];
  const others = pool.filter((each) => each !== rival);
  return [...others, found].toSorted((a, b) => score(b) - score(a)).slice(0, POOL);
}
