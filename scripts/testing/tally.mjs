import fs from "node:fs";

/** Counts of a runner, and the names of its skipped and failed tests.
 * @typedef {{ passed: number, failed: number, skipped: number, skippedNames: string[],
 *   failedNames: string[] }} Tally */

/** Counts a runner that did not start, or died without a report, as one failure.
 * @param {number} code its exit code @returns {Tally} */
export const uncounted = (code) => ({
  ...{ passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 },
  ...{ skippedNames: [], failedNames: [] },
});

/** The parts that we read of vitest's JSON report.
 * @typedef {{ numFailedTests: number, numPassedTests: number, numFailedTestSuites: number,
 *   testResults: { assertionResults: { status: string, fullName: string }[] }[] }} VitestReport */

/** The parts that we read of Playwright's JSON report: suites of specs, at any depth.
 * @typedef {{ annotations?: { type: string, description?: string }[], status: string }} Outcome */
/** @typedef {Outcome & { results: Outcome[] }} PlaywrightTest */
/** @typedef {{ title: string, tests: PlaywrightTest[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ suites: Suite[], errors: unknown[],
 *   stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} PlaywrightReport */

/** @param {string} file */
const readReport = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null);

/** @param {string} file vitest's JSON report @param {number} code @returns {Tally} */
export function tallyVitest(file, code) {
  /** @type {VitestReport | null} */
  const report = readReport(file);
  if (!report) return uncounted(code);
  const tests = report.testResults.flatMap((suite) => suite.assertionResults);
  const skipped = tests.filter(({ status }) => status !== "passed" && status !== "failed");
  const failedTests = tests.filter(({ status }) => status === "failed");
  const failed = report.numFailedTests;
  return {
    passed: report.numPassedTests,
    // A file that does not load has no test to fail, and an error outside a test is not counted.
    failed: failed === 0 && code !== 0 ? Math.max(1, report.numFailedTestSuites) : failed,
    skipped: skipped.length,
    skippedNames: skipped.map(({ fullName }) => fullName),
    failedNames: failedTests.map(({ fullName }) => fullName),
  };
}

/** @param {Suite} suite @returns {Spec[]} every spec of a Playwright suite, at any depth */
export const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];

/** @param {string} file Playwright's JSON report @param {number} code @returns {Tally} */
export function tallyPlaywright(file, code) {
  /** @type {PlaywrightReport | null} */
  const report = readReport(file);
  if (!report) return uncounted(code);
  const { expected, unexpected, flaky, skipped } = report.stats;
  const specs = report.suites.flatMap(specsOf);
  const namesWith = (/** @type {string} */ status) =>
    specs.filter((spec) => spec.tests.some((test) => test.status === status)).map((spec) => spec.title);
  return {
    passed: expected + flaky,
    failed: unexpected === 0 && code !== 0 ? Math.max(1, report.errors.length) : unexpected,
    skipped,
    skippedNames: namesWith("skipped"),
    failedNames: namesWith("unexpected"),
  };
}

/** @param {Tally[]} tallies @returns {Tally} */
export function sum(tallies) {
  const total = (/** @type {"passed" | "failed" | "skipped"} */ field) =>
    tallies.reduce((before, tally) => before + tally[field], 0);
  return {
    passed: total("passed"),
    failed: total("failed"),
    skipped: total("skipped"),
    skippedNames: tallies.flatMap((tally) => tally.skippedNames),
    failedNames: tallies.flatMap((tally) => tally.failedNames),
  };
}
