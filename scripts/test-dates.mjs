// `npm run test:dates`: runs the tests of units and of the database on other days and in other time zones.
// `npm run test:dates -- +400d [unit|integration [part of a name]]` runs one of them; a date
// (2027-04-30T23:59:10-03:00) or a time zone also works. ADR 0098 says how the clock is faked.
import { temporaryFolder } from "./postgres/test-database.mjs";
import { withCleanup } from "./run/cleanup.mjs";
import { runCommand } from "./run/command.mjs";
import { buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, elapsedSeconds, printError } from "./setup/log.mjs";
import {
  chooseClocks,
  clockEnv,
  FAKETIME_PACKAGE,
  findFaketime,
  resultLines,
  startOf,
} from "./testing/clocks.mjs";
import { uncounted } from "./testing/tally.mjs";
import { runOnDatabase, runVitest } from "./testing/vitest.mjs";

/** @typedef {import("./testing/vitest.mjs").Bench} Bench */

const SUITES = {
  /** @param {Bench} bench */
  unit: (bench) => runVitest(bench, "unit", ["unit", "web"]),
  /** @param {Bench} bench */
  integration: (bench) => runOnDatabase(bench, "integration"),
};
/** @typedef {keyof typeof SUITES} Suite */

/** @param {string} [only] @returns {Suite[]} @throws {CommandError} */
function chooseSuites(only) {
  const all = /** @type {Suite[]} */ (Object.keys(SUITES));
  const chosen = all.filter((suite) => !only || suite === only);
  if (chosen.length > 0) return chosen;
  throw new CommandError(
    `Não conheço «${only}». Use: npm run test:dates -- [data] [${all.join(" | ")}] [parte do nome]`,
  );
}

/** One suite under one clock, with a database and a temporary folder of its own. A suite that cannot begin
 * counts as one failure, so that the next ones still run.
 * @param {import("./run/cleanup.mjs").CleanupSteps} outer
 * @param {{ clock: import("./testing/clocks.mjs").Clock, library: string | null, suite: Suite,
 *   args: string[] }} run */
function runSuite(outer, { clock, library, suite, args }) {
  return withCleanup(outer, async (cleanup) => {
    const began = Date.now();
    const start = startOf(clock, began);
    console.log(`\n── ${clock.name}: ${suite} (${start}) ──`);
    const temporary = temporaryFolder(cleanup, "restos");
    const env = { ...clockEnv(clock, library, began), TMPDIR: temporary };
    const reports = temporaryFolder(cleanup, "laudos");
    const bench = { cleanup, reports, args, browser: null, clock: env };
    const tally = await SUITES[suite](bench).catch((error) => {
      printError(error);
      return uncounted(1);
    });
    return { name: clock.name, start, suite, took: elapsedSeconds(began), tally };
  });
}

/** @param {import("./run/cleanup.mjs").Cleanup} cleanup */
async function testDates(cleanup) {
  const [word, only, ...args] = process.argv.slice(2);
  const clocks = chooseClocks(word);
  const suites = chooseSuites(only);
  const library = findFaketime();
  await install();
  await generateClient();
  await buildWeb(); // a test checks the size of its pages
  const lines = [];
  let failed = 0;
  for (const clock of clocks) {
    if (clock.startAt && library === null) {
      lines.push(`pulado: ${clock.name}: falta o libfaketime (no Debian, o pacote ${FAKETIME_PACKAGE})`);
      continue;
    }
    for (const suite of suites) {
      const result = await runSuite(cleanup, { clock, library, suite, args });
      failed += result.tally.failed;
      lines.push(...resultLines(result));
    }
  }
  console.log(["", "── fim ──", ...lines].join("\n"));
  return failed === 0 ? 0 : 1;
}

await runCommand(testDates);
