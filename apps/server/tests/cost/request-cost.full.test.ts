import { afterAll, beforeAll, expect, test } from "vitest";
import { type Arena, openArena } from "./arena.ts";
import { type DoorResult, huntCosts } from "./hunt.ts";
import { knownOf } from "./known-recipes.ts";
import { describeRecipe } from "./recipe.ts";

/** Four times the limit of the long run: this test shares its machine with all others. */
const MS_PER_KB = 200;
/** A cheaper input cannot fail the test, so it is sent only once. */
const SAMPLE = { semente: 20261123, bytesMax: 24 * 1024, suspectMsPerKb: MS_PER_KB };
const ANSWER_BYTES = 512 * 1024;
const INPUTS = 36;
/** E-mails of the sample: one document, several in a lote, and packed ones. */
const EMAILS = ["documento", "lote de documentos com &", "lote", "zip de um lote estragado", "zip de lotes"];
/** Size of a known recipe: about 20 KB. */
const KNOWN_SIZE = 1_500;

let arena: Arena;
beforeAll(async () => {
  arena = await openArena({ semente: SAMPLE.semente, samples: false });
});
afterAll(() => arena?.dispose());

const formatWorst = ({ door, worst }: DoorResult): string =>
  `${door}: ${worst ? `${worst.ratio.toFixed(0)} ms/KB, ${describeRecipe(worst.recipe)}` : "nothing"}`;

test("no input from an unauthenticated client costs far more CPU than its size justifies", async () => {
  const molds = arena.molds.filter(({ target }) => target !== "mail");
  const known = knownOf(molds, KNOWN_SIZE);
  const o = { ...SAMPLE, molds, known, seconds: 60, inputsMax: INPUTS };
  const results = await huntCosts({ ...arena, ...o });
  expect(
    results.filter(({ worst }) => worst?.cost.hung || (worst?.ratio ?? 0) > MS_PER_KB).map(formatWorst),
  ).toEqual([]);
  expect(
    results.filter(({ largest }) => (largest?.cost.bytesOut ?? 0) > ANSWER_BYTES).map(formatWorst),
  ).toEqual([]);
  expect(results.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThanOrEqual(INPUTS);
});

test("no e-mail of documents, alone, in lotes or packed, costs far more CPU than its size justifies", async () => {
  const molds = arena.molds.filter(({ target, name }) => target === "mail" && EMAILS.includes(name));
  expect(molds).toHaveLength(EMAILS.length);
  const known = knownOf(molds, KNOWN_SIZE);
  const o = { ...SAMPLE, molds, known, seconds: 30, inputsMax: molds.length };
  const results = await huntCosts({ ...arena, ...o });
  expect(
    results.filter(({ worst }) => worst?.cost.hung || (worst?.ratio ?? 0) > MS_PER_KB).map(formatWorst),
  ).toEqual([]);
});
