import { expect, test } from "vitest";
import { planOf } from "../testing/change.mjs";

const stepsOf = (/** @type {string[]} */ files) => Object.fromEntries(planOf(files, "HEAD"));

test("a change of the product runs the tests that import it, in both lanes, and the main stories", () => {
  const related = ["--changed", "HEAD", "--passWithNoTests"];
  expect(stepsOf(["apps/server/src/services/nota/list/list-notas.ts"])).toEqual({
    unit: related,
    integration: related,
    full: related,
    e2e: [],
  });
});

test("a change of the build of the pages runs the main stories", () => {
  expect(stepsOf(["apps/web/vite.config.ts"]).e2e).toEqual([]);
  expect(stepsOf(["apps/web/build/chunks.ts"]).e2e).toEqual([]);
  expect(stepsOf(["apps/web/build/chunks.test.ts"])).not.toHaveProperty("e2e");
});

test("a changed story runs alone, in its lane", () => {
  const plan = stepsOf(["apps/web/e2e/app/shell.spec.ts", "apps/web/e2e/app/axe.full.spec.ts"]);
  expect(plan.e2e).toEqual(["apps/web/e2e/app/shell.spec.ts"]);
  expect(plan.stories).toEqual(["apps/web/e2e/app/axe.full.spec.ts"]);
});

test("a changed text runs no story; a changed helper of the stories runs the main ones", () => {
  expect(stepsOf(["docs/glossary.md"])).not.toHaveProperty("e2e");
  expect(stepsOf(["apps/server/src/clock.test.ts"])).not.toHaveProperty("e2e");
  expect(stepsOf(["apps/web/e2e/support/sandbox.ts"]).e2e).toEqual([]);
});
