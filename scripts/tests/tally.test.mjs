import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { sum, tallyPlaywright, tallyVitest } from "../testing/tally.mjs";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-laudo-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @param {unknown} content */
function report(content) {
  const file = path.join(folder, "laudo.json");
  fs.writeFileSync(file, JSON.stringify(content));
  return file;
}

/** @param {number} failed @param {string[]} statuses */
const vitestReport = (failed, statuses) => ({
  numPassedTests: statuses.filter((status) => status === "passed").length,
  numFailedTests: failed,
  numFailedTestSuites: failed,
  testResults: [{ assertionResults: statuses.map((status, i) => ({ status, fullName: `prova ${i}` })) }],
});

test("skipped tests are counted and named", () => {
  const file = report(vitestReport(0, ["passed", "pending", "skipped", "todo"]));
  expect(tallyVitest(file, 0)).toEqual({
    passed: 1,
    failed: 0,
    skipped: 3,
    skippedNames: ["prova 1", "prova 2", "prova 3"],
    failedNames: [],
  });
});

test("failed tests are named", () => {
  const file = report(vitestReport(1, ["passed", "failed"]));
  expect(tallyVitest(file, 1)).toMatchObject({ failed: 1, failedNames: ["prova 1"] });
});

test("a run that fails outside any test is counted as a failure", () => {
  expect(tallyVitest(report(vitestReport(0, ["passed"])), 1).failed).toBe(1);
});

test("a runner that ends without a report is counted as a failure", () => {
  expect(tallyVitest(path.join(folder, "nenhum.json"), 1).failed).toBe(1);
  expect(tallyPlaywright(path.join(folder, "nenhum.json"), 0).failed).toBe(0);
});

test("Playwright's tests are counted at any depth of suites", () => {
  const spec = { title: "abre a nota", tests: [{ status: "skipped" }] };
  const failing = { title: "marca a nota", tests: [{ status: "unexpected" }] };
  const file = report({
    stats: { expected: 2, unexpected: 1, flaky: 1, skipped: 1 },
    suites: [{ suites: [{ specs: [spec, failing] }] }],
    errors: [],
  });
  expect(tallyPlaywright(file, 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 1,
    skippedNames: ["abre a nota"],
    failedNames: ["marca a nota"],
  });
});

test("the counts of several runners are added", () => {
  const one = { passed: 1, failed: 2, skipped: 1, skippedNames: ["a"], failedNames: ["b"] };
  const counts = { passed: 2, failed: 4, skipped: 2 };
  expect(sum([one, one])).toEqual({ ...counts, skippedNames: ["a", "a"], failedNames: ["b", "b"] });
});
