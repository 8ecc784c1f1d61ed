// `npm test`: all tests, from a fresh clone. `npm test -- unit|integration|e2e [pattern]` runs some of them.
// DEMORA=7 npm test -- e2e: over a simulated slow network with random delays; the number is the random seed.
import fs from "node:fs";
import path from "node:path";
import { openTestDatabase, temporaryFolder } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { buildServer, buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, elapsedSeconds, printError, reportProgress } from "./setup/log.mjs";
import { tool } from "./setup/root.mjs";
import { findBrowser, findPresentBrowser } from "./testing/browser.mjs";
import { neutralEnv, openTestMalote } from "./testing/malote.mjs";
import { openTestRedis } from "./testing/redis.mjs";
import { routeCoverageTable } from "./testing/route-coverage.mjs";
import { showRunner } from "./testing/runner.mjs";
import { openSlowNetwork } from "./testing/slow-network.mjs";
import { sum, tallyPlaywright, tallyVitest } from "./testing/tally.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */
/** Inputs of a step.
 * @typedef {{ cleanup: Cleanup, reports: string, patterns: string[], browser: string | null }} Bench */
/** @typedef {import("./testing/tally.mjs").Tally & { lastLines: string[] }} StepResult */

/** @param {Bench} bench @param {string} name @param {string[]} projects @param {object} [extra] environment
 * @returns {Promise<StepResult>} */
async function runVitest({ cleanup, reports, patterns }, name, projects, extra = {}) {
  const report = path.join(reports, `${name}.json`);
  const command = [tool("vitest", "vitest.mjs"), "run", ...patterns];
  command.push(...projects.flatMap((project) => ["--project", project]));
  command.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  const end = await showRunner({ command, env: { ...neutralEnv(), ...extra }, cleanup });
  return { ...tallyVitest(report, end.code), lastLines: end.lastLines };
}

const STEPS = {
  /** @param {Bench} bench */
  async unit(bench) {
    await buildWeb(); // a test checks the size of its pages
    if (bench.browser) {
      return runVitest(bench, "unit", ["unit", "web", "component"], { E2E_CHROMIUM: bench.browser });
    }
    reportProgress("sem Chromium nesta máquina: as provas de componentes não rodam");
    return runVitest(bench, "unit", ["unit", "web"]);
  },

  /** @param {Bench} bench */
  async integration(bench) {
    await buildServer();
    const { url } = await openTestDatabase(bench.cleanup);
    const redis = await openTestRedis(bench.cleanup);
    if (!redis)
      reportProgress("sem redis-server nesta máquina: as provas que pedem Redis serão puladas, pelo nome");
    const redisEnv = redis ? { TEST_REDIS_URL: redis } : {};
    return runVitest(bench, "integration", ["integration"], { TEST_DATABASE_URL: url, ...redisEnv });
  },

  /** @param {Bench} bench */
  async e2e({ cleanup, reports, patterns, browser }) {
    const { url, sandboxUrl, sandboxFile } = await openTestMalote(cleanup);
    const { DEMORA } = process.env;
    const baseUrl = DEMORA ? await openSlowNetwork(cleanup, url, Number(DEMORA)) : url;
    const report = path.join(reports, "e2e.json");
    const command = [tool("@playwright/test", "cli.js"), "test", ...patterns];
    const addresses = { BASE_URL: baseUrl, SANDBOX_URL: sandboxUrl, SANDBOX_FILE: sandboxFile };
    const tools = { E2E_CHROMIUM: browser ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const env = { ...neutralEnv(), ...addresses, ...tools };
    const end = await showRunner({ command: [...command, "--reporter=list,json"], env, cleanup });
    const tally = { ...tallyPlaywright(report, end.code), lastLines: end.lastLines };
    return patterns.length > 0 || !fs.existsSync(report) ? tally : withRouteCoverage(tally, report);
  },
};

/** Prints which e2e tests cover which address. In a full run an uncovered address is a failure, unless tests
 * failed: their addresses are missing from the table, which is not a second failure.
 * @param {StepResult} tally @param {string} report Playwright's @returns {StepResult} */
function withRouteCoverage(tally, report) {
  const { lines, uncovered } = routeCoverageTable(report);
  console.log(["", "endereço × história × axe", ...lines].join("\n"));
  for (const route of uncovered) console.log(`sem história ou sem axe limpo: ${route}`);
  return tally.failed > 0 ? tally : { ...tally, failed: uncovered.length };
}

/** Counts a step that cannot begin as one failure, so that the next steps still run.
 * @param {keyof typeof STEPS} name @param {Bench} bench
 * @returns {Promise<StepResult & { name: string, took: string }>} */
async function runStep(name, bench) {
  const started = Date.now();
  console.log(`\n── ${name} ──`);
  const result = await STEPS[name](bench).catch((error) => {
    printError(error);
    return { passed: 0, failed: 1, skipped: 0, skippedNames: [], lastLines: [] };
  });
  return { ...result, name, took: elapsedSeconds(started) };
}

/** @param {Awaited<ReturnType<typeof runStep>>[]} results */
function summarise(results) {
  for (const { name, lastLines } of results) console.log([`\n── fim de ${name} ──`, ...lastLines].join("\n"));
  const total = sum(results);
  console.log("");
  for (const name of total.skippedNames) console.log(`pulado: ${name}`);
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

/** The browser of the component tests, which are left out without one.
 * @param {(keyof typeof STEPS)[]} names */
async function browserFor(names) {
  return names.includes("unit") ? ((await findPresentBrowser()) ?? null) : null;
}

/** @param {Cleanup} cleanup */
async function test(cleanup) {
  const [only, ...patterns] = process.argv.slice(2);
  if (only && !(only in STEPS)) {
    throw new CommandError(
      `Não conheço «${only}». Use: npm test -- unit | integration | e2e [parte do nome]`,
    );
  }
  const names = /** @type {(keyof typeof STEPS)[]} */ (only ? [only] : Object.keys(STEPS));
  await install();
  // Find the browser first: a missing one should fail now, not at the end.
  const browser = names.includes("e2e") ? await findBrowser() : await browserFor(names);
  await generateClient();
  moveTemporaryFiles(cleanup);
  const bench = { cleanup, reports: temporaryFolder(cleanup, "laudos"), patterns, browser };
  const results = [];
  for (const name of names) results.push(await runStep(name, bench));
  return summarise(results);
}

await runCommand(test);
