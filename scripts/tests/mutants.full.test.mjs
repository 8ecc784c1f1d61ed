import { expect, test } from "vitest";
import { spread } from "../testing/mutants/choose.mjs";
import { failuresOf, isCaught, mutantTable } from "../testing/mutants/failures.mjs";
import { applyMutation, mutationsOf } from "../testing/mutants/mutations.mjs";
import { createRandom, shuffle } from "../testing/random.mjs";

const changesOf = (/** @type {string} */ text) =>
  mutationsOf("a.tsx", text).map((mutation) => applyMutation(text, mutation));

test.each([
  ["a < b;", ["a <= b;"]],
  ["a === b && !c;", ["a === b || !c;", "a !== b && !c;", "a === b && c;"]],
  ["const many = 3;", ["const many = 4;"]],
  ["await save(true);", ["void 0;", "await save(false);"]],
  ["function go(): void { x; }", ["function go(): void { return; x; }"]],
  ["function all(): string[] { x; }", ["function all(): string[] { return []; x; }"]],
])("changes what code does: %s", (text, changed) => {
  expect(changesOf(text)).toEqual(changed);
});

test.each([
  "type Three = 3 | true;",
  "const names = { 55: a };",
  "const waitMs = 5_000;",
  "const late = Date.now() > limit;",
  "logger.info(a);",
  "const view = <Stack gap={8} style={{ opacity: 1 }} />;",
])("leaves what is no behaviour, or cannot be seen: %s", (text) => {
  expect(changesOf(text)).toEqual([]);
});

const mutantOf = (/** @type {string} */ file, kind = "call") => ({
  ...{ file, kind, line: 3, start: 0, end: 0, text: "" },
  ...{ before: "a || b", after: "a && b" },
});

test("at most two mutants of one package and of one kind, and invalid ones are passed over", () => {
  const files = ["1", "2", "3", "4"].map((name) => mutantOf(`packages/dfe/src/${name}.ts`, name));
  const others = ["1", "2", "3"].map((name) => mutantOf(`packages/${name}/src/x.ts`));
  const taken = spread([...files, ...others], 9, ({ file }) => !file.endsWith("/1.ts"));
  expect(taken.map(({ file }) => file)).toEqual([
    "packages/dfe/src/2.ts",
    "packages/dfe/src/3.ts",
    "packages/1/src/x.ts",
    "packages/2/src/x.ts",
  ]);
});

test("the same seed gives the same order", () => {
  expect(shuffle([1, 2, 3, 4, 5], createRandom(7))).toEqual(shuffle([1, 2, 3, 4, 5], createRandom(7)));
});

test("the first failed test is named, of a project or without one", () => {
  expect(failuresOf(" FAIL  |unit| a/x.test.ts > reads > a key\n FAIL  b/y.test.ts\n")).toEqual([
    { file: "a/x.test.ts", test: "reads > a key" },
    { file: "b/y.test.ts", test: "o arquivo" },
  ]);
  expect(failuresOf("one\n\ntwo\n")).toEqual([{ file: "", test: "one two" }]);
});

test("a test that fails without the mutant catches nothing", () => {
  const failure = { file: "a/x.test.ts", test: "reads" };
  const step = { lane: "main", args: ["unit"] };
  const outcome = { mutant: mutantOf("a/x.ts"), step, failure, seconds: 2 };
  expect(isCaught(outcome, new Set())).toBe(true);
  expect(isCaught(outcome, new Set(["a/x.test.ts"]))).toBe(false);
  expect(isCaught({ ...outcome, step: null, failure: null }, new Set())).toBe(false);
  expect(mutantTable([outcome], new Set()).at(-1)).toBe(
    "| 1 | a/x.ts:3 | `a \\|\\| b` → `a && b` | main: unit | a/x.test.ts > reads | 2 |",
  );
});
