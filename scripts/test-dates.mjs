// `npm run test:dates`: runs the tests of `npm test`, without stories, on other days and in other time zones.
// `npm run test:dates -- +400d [unit|integration|component|full [part of a name]]` runs one of them; a date
// (2027-04-30T23:59:10-03:00) or a time zone also works. ADR 0098 says how the clock is faked.
import { temporaryFolder } from "./postgres/test-database.mjs";
import { withCleanup } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, elapsedSeconds, printError } from "./setup/log.mjs";
import { findPresentBrowser } from "./testing/browser.mjs";
import {
  chooseClocks,
  findFaketime,
  pageClock,
  processClock,
  resultLines,
  startOf,
  whySkipped,
} from "./testing/clocks.mjs";
import { uncounted } from "./testing/tally.mjs";
import { runOnDatabase, runVitest } from "./testing/vitest.mjs";

/** @typedef {import("./testing/vitest.mjs").Bench} Bench */
/** @typedef {import("./testing/vitest.mjs").StepResult} StepResult */
/** @typedef {import("./testing/clocks.mjs").Clock} Clock */
/** @typedef {import("./testing/clocks.mjs").Means} Means */

/** Projects of Vitest that run together. inBrowser: the clock is the page's; byName: runs only when named.
 * @typedef {{ name: string, inBrowser: boolean, byName?: true,
 *   run: (bench: Bench) => Promise<StepResult> }} Suite */

/** @type {Suite[]} */
const SUITES = [
  { name: "unit", inBrowser: false, run: (bench) => runVitest(bench, "unit", ["unit", "web"]) },
  { name: "integration", inBrowser: false, run: (bench) => runOnDatabase(bench, "integration") },
  {
    name: "component",
    inBrowser: true,
    run: (bench) => runVitest(bench, "component", ["component"], { E2E_CHROMIUM: bench.browser }),
  },
  // Some of its tests need PostgreSQL's timers, or the time of files (ADR 0098).
  { name: "full", inBrowser: false, byName: true, run: (bench) => runOnDatabase(bench, "full") },
];

/** @param {string} [only] name of a suite @throws {CommandError} for another word */
function chooseSuites(only) {
  const chosen = SUITES.filter(({ name, byName }) => (only ? name === only : !byName));
  if (chosen.length > 0) return chosen;
  const names = SUITES.map(({ name }) => name).join(" | ");
  throw new CommandError(
    `Não conheço «${only}». Use: npm run test:dates -- [data] [${names}] [parte do nome]`,
  );
}

/** Runs a suite with a database and a temporary folder of its own. One that cannot begin counts as one
 * failure, so that the next ones still run.
 * @param {import("./run/cleanup.mjs").CleanupSteps} outer
 * @param {{ clock: Clock, suite: Suite, args: string[], means: Means }} run
 * @returns {Promise<{ failed: number, lines: string[] }>} lines: of the summary */
function runSuite(outer, { clock, suite, args, means }) {
  return withCleanup(outer, async (cleanup) => {
    const { name, inBrowser, run } = suite;
    const why = whySkipped(clock, suite, means);
    if (why !== null) return { failed: 0, lines: [`pulado: ${clock.name} ${name}: ${why}`] };
    const began = Date.now();
    const start = startOf(clock, began);
    console.log(`\n── ${clock.name}: ${name} (${start}) ──`);
    const env = inBrowser ? pageClock(clock, began) : processClock(clock, means.library, began);
    const folders = { TMPDIR: temporaryFolder(cleanup, "restos") };
    const reports = temporaryFolder(cleanup, "laudos");
    const bench = { cleanup, reports, args, browser: means.browser, clock: { ...env, ...folders } };
    const tally = await run(bench).catch((error) => {
      printError(error);
      return uncounted(1);
    });
    const took = elapsedSeconds(began);
    return {
      failed: tally.failed,
      lines: resultLines({ clock: clock.name, start, suite: name, took, tally }),
    };
  });
}

/** @param {import("./run/cleanup.mjs").Cleanup} cleanup */
async function testDates(cleanup) {
  const [word, only, ...args] = process.argv.slice(2);
  const [clocks, suites] = [chooseClocks(word), chooseSuites(only)];
  await install();
  await generateClient();
  await buildWeb(); // a test checks the size of its pages
  const means = { library: findFaketime(), browser: (await findPresentBrowser()) ?? null };
  const results = [];
  for (const clock of clocks) {
    for (const suite of suites) results.push(await runSuite(cleanup, { clock, suite, args, means }));
  }
  console.log(["", "── fim ──", ...results.flatMap(({ lines }) => lines)].join("\n"));
  return results.some(({ failed }) => failed > 0) ? 1 : 0;
}

await runCommand(testDates);
