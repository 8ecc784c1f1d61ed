// `npm test`: what each change must pass, from a fresh clone. `npm test -- unit|integration|e2e [pattern]`
// runs some of it; `npm test -- --changed [commit]` runs what a change touches.
// `npm run test:full` runs the rest that the gate runs: `-- full|stories [pattern]`.
// docs/tests.md says which lane holds which proof.
// DEMORA=7 npm test -- e2e: over a simulated slow network with random delays; the number is the random seed.
import fs from "node:fs";
import path from "node:path";
import { temporaryFolder } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, elapsedSeconds, printError } from "./setup/log.mjs";
import { tool } from "./setup/root.mjs";
import { findBrowser, findPresentBrowser } from "./testing/browser.mjs";
import { readChange } from "./testing/change.mjs";
import { neutralEnv, openTestMalote } from "./testing/malote.mjs";
import { routeCoverageTable } from "./testing/route-coverage.mjs";
import { showRunner } from "./testing/runner.mjs";
import { openSlowNetwork } from "./testing/slow-network.mjs";
import { sum, tallyPlaywright, uncounted } from "./testing/tally.mjs";
import { runOnDatabase, runVitest } from "./testing/vitest.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */
/** @typedef {import("./testing/vitest.mjs").Bench} Bench */
/** @typedef {import("./testing/vitest.mjs").StepResult} StepResult */

/** Browser tests on a complete Malote.
 * @param {Bench} bench @param {"main" | "full"} project of playwright.config.ts */
async function runStories({ cleanup, reports, args, browser }, project) {
  const { url, sandboxUrl, sandboxFile } = await openTestMalote(cleanup);
  const { DEMORA } = process.env;
  const baseUrl = DEMORA ? await openSlowNetwork(cleanup, url, Number(DEMORA)) : url;
  const report = path.join(reports, `${project}.json`);
  const command = [tool("@playwright/test", "cli.js"), "test", ...args, "--project", project];
  const addresses = { BASE_URL: baseUrl, SANDBOX_URL: sandboxUrl, SANDBOX_FILE: sandboxFile };
  const tools = { E2E_CHROMIUM: browser ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const env = { ...neutralEnv(), ...addresses, ...tools };
  const end = await showRunner({ command: [...command, "--reporter=list,json"], env, cleanup });
  const tally = { ...tallyPlaywright(report, end.code), lastLines: end.lastLines };
  return args.length > 0 || !fs.existsSync(report) ? tally : withRouteCoverage(tally, report, project);
}

const STEPS = {
  /** @param {Bench} bench */
  async unit(bench) {
    await buildWeb(); // a test checks the size of its pages
    return runVitest(bench, "unit", ["unit", "web"]);
  },
  /** @param {Bench} bench */
  integration: (bench) => runOnDatabase(bench, "integration"),
  /** @param {Bench} bench */
  e2e: (bench) => runStories(bench, "main"),
  /** @param {Bench} bench */
  full: (bench) => runOnDatabase(bench, "full", bench.browser ? ["full", "component"] : ["full"]),
  /** @param {Bench} bench */
  stories: (bench) => runStories(bench, "full"),
};
/** @typedef {keyof typeof STEPS} StepName */
/** @type {Record<"main" | "full", StepName[]>} */
const LANES = { main: ["unit", "integration", "e2e"], full: ["full", "stories"] };

/** Prints which browser tests cover which address. In a full run an uncovered address is a failure, unless
 * tests failed: their addresses are missing from the table, which is not a second failure.
 * @param {StepResult} tally @param {string} report Playwright's @param {"main" | "full"} project
 * @returns {StepResult} */
function withRouteCoverage(tally, report, project) {
  const needs = project === "main" ? "história" : "axe";
  const { lines, uncovered } = routeCoverageTable(report, needs);
  console.log(["", `endereço × ${needs}`, ...lines].join("\n"));
  for (const route of uncovered) console.log(`sem ${needs}: ${route}`);
  return tally.failed > 0 ? tally : { ...tally, failed: uncovered.length };
}

/** Counts a step that cannot begin as one failure, so that the next steps still run.
 * @param {StepName} name @param {Bench} bench
 * @returns {Promise<StepResult & { name: string, took: string }>} */
async function runStep(name, bench) {
  const started = Date.now();
  console.log(`\n── ${name} ──`);
  const result = await STEPS[name](bench).catch((error) => {
    printError(error);
    return { ...uncounted(1), lastLines: [] };
  });
  return { ...result, name, took: elapsedSeconds(started) };
}

/** @param {Awaited<ReturnType<typeof runStep>>[]} results */
function summarise(results) {
  for (const { name, lastLines } of results) console.log([`\n── fim de ${name} ──`, ...lastLines].join("\n"));
  const total = sum(results);
  console.log("");
  for (const name of total.skippedNames) console.log(`pulado: ${name}`);
  for (const name of total.failedNames) console.log(`falhou: ${name}`);
  for (const { name, failed, took } of results)
    console.log(`${failed ? "FALHOU" : "ok"}  ${name} em ${took}`);
  console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
  return total.failed === 0 ? 0 : 1;
}

/**
 * Moves the temporary files of tests to a folder in memory, where possible, that is deleted after the run.
 * @param {Cleanup} cleanup
 */
function moveTemporaryFiles(cleanup) {
  process.env.TMPDIR = temporaryFolder(cleanup, "restos");
}

/** What to run: the arguments of each step, in order. @returns {Map<StepName, string[]>}
 * @throws {CommandError} for a word that is no step */
function readPlan() {
  const [first = "", ...rest] = process.argv.slice(2);
  const lane = first === "--full" ? "full" : "main";
  const [only = "", ...patterns] = lane === "full" ? rest : [first, ...rest];
  if (only === "--changed") return readChange(patterns[0]);
  if (!only) return new Map(LANES[lane].map((name) => [name, []]));
  if (only in STEPS) return new Map([[/** @type {StepName} */ (only), patterns]]);
  throw new CommandError(
    `Não conheço «${only}». Use: npm test -- unit | integration | e2e [parte do nome], npm test -- --changed [commit], ` +
      "ou npm run test:full -- full | stories [parte do nome]",
  );
}

/** Finds the browser first: a missing one should fail now, not at the end. Only component tests without
 * stories are left out. The full lane prints, and takes pictures of PDFs.
 * @param {Map<StepName, string[]>} plan */
async function browserFor(plan) {
  const windowless = !plan.has("full") && !plan.has("stories");
  if (plan.has("e2e") || plan.has("stories")) return findBrowser({ windowless });
  return plan.has("full") ? ((await findPresentBrowser({ windowless })) ?? null) : null;
}

/** @param {Cleanup} cleanup */
async function test(cleanup) {
  const plan = readPlan();
  await install();
  const browser = await browserFor(plan);
  await generateClient();
  moveTemporaryFiles(cleanup);
  const reports = temporaryFolder(cleanup, "laudos");
  const results = [];
  for (const [name, args] of plan) results.push(await runStep(name, { cleanup, reports, args, browser }));
  return summarise(results);
}

await runCommand(test);
