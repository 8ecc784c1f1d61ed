// `npm test`: all tests, from a fresh clone. `npm test -- unit|integration|e2e [pattern]` runs some of them.
// DEMORA=7 npm test -- e2e: over a simulated slow network with random delays; the number is the random seed.
import fs from "node:fs";
import path from "node:path";
import { openTestDatabase, temporaryFolder } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { buildServer, buildWeb, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { complain, Halt, say, seconds } from "./setup/log.mjs";
import { tool } from "./setup/root.mjs";
import { findBrowser } from "./testing/browser.mjs";
import { openDemora } from "./testing/demora.mjs";
import { neutralEnv, openTestMalote } from "./testing/malote.mjs";
import { openTestRedis } from "./testing/redis.mjs";
import { tableOfRotas } from "./testing/rotas.mjs";
import { showRunner } from "./testing/runner.mjs";
import { sum, tallyPlaywright, tallyVitest } from "./testing/tally.mjs";

/** @typedef {import("./run/command.mjs").Closing} Closing */
/** Inputs of a step.
 * @typedef {{ closing: Closing, reports: string, patterns: string[], browser: string | null }} Bench */
/** @typedef {import("./testing/tally.mjs").Tally & { closing: string[] }} StepResult */

/** @param {Bench} bench @param {string} name @param {string[]} projects @param {object} [extra] environment
 * @returns {Promise<StepResult>} */
async function runVitest({ closing, reports, patterns }, name, projects, extra = {}) {
  const report = path.join(reports, `${name}.json`);
  const command = [tool("vitest", "vitest.mjs"), "run", ...patterns];
  command.push(...projects.flatMap((project) => ["--project", project]));
  command.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  const end = await showRunner({ command, env: { ...neutralEnv(), ...extra }, closing });
  return { ...tallyVitest(report, end.code), closing: end.closing };
}

const STEPS = {
  /** @param {Bench} bench */
  async unit(bench) {
    await buildWeb(); // a test checks the size of its pages
    return runVitest(bench, "unit", ["unit", "web"]);
  },

  async integration(bench) {
    await buildServer();
    const { url } = await openTestDatabase(bench.closing);
    const redis = await openTestRedis(bench.closing);
    if (!redis) say("sem redis-server nesta máquina: as provas que pedem Redis serão puladas, pelo nome");
    const lanes = redis ? { TEST_REDIS_URL: redis } : {};
    return runVitest(bench, "integration", ["integration"], { TEST_DATABASE_URL: url, ...lanes });
  },

  /** @param {Bench} bench */
  async e2e({ closing, reports, patterns, browser }) {
    const { url, sandboxUrl, sandboxFile } = await openTestMalote(closing);
    const { DEMORA } = process.env;
    const near = DEMORA ? await openDemora(closing, url, Number(DEMORA)) : url;
    const report = path.join(reports, "e2e.json");
    const command = [tool("@playwright/test", "cli.js"), "test", ...patterns];
    const places = { BASE_URL: near, SANDBOX_URL: sandboxUrl, SANDBOX_FILE: sandboxFile };
    const tools = { E2E_CHROMIUM: browser ?? "", PLAYWRIGHT_JSON_OUTPUT_FILE: report };
    const env = { ...neutralEnv(), ...places, ...tools };
    const end = await showRunner({ command: [...command, "--reporter=list,json"], env, closing });
    const tally = { ...tallyPlaywright(report, end.code), closing: end.closing };
    return patterns.length > 0 || !fs.existsSync(report) ? tally : withRotas(tally, report);
  },
};

/** Prints which e2e tests cover which address. In a full run an uncovered address is a failure, unless tests
 * failed: their addresses are missing from the table, which is not a second failure.
 * @param {StepResult} tally @param {string} report Playwright's @returns {StepResult} */
function withRotas(tally, report) {
  const { linhas, faltam } = tableOfRotas(report);
  console.log(["", "endereço × história × axe", ...linhas].join("\n"));
  for (const rota of faltam) console.log(`sem história ou sem axe limpo: ${rota}`);
  return tally.failed > 0 ? tally : { ...tally, failed: faltam.length };
}

/** Counts a step that cannot begin as one failure, so that the next steps still run.
 * @param {keyof typeof STEPS} name @param {Bench} bench
 * @returns {Promise<StepResult & { name: string, took: string }>} */
async function runStep(name, bench) {
  const started = Date.now();
  console.log(`\n── ${name} ──`);
  const result = await STEPS[name](bench).catch((error) => {
    complain(error);
    return { passed: 0, failed: 1, skipped: 0, skippedNames: [], closing: [] };
  });
  return { ...result, name, took: seconds(started) };
}

/** @param {Awaited<ReturnType<typeof runStep>>[]} results */
function summarise(results) {
  for (const { name, closing } of results) console.log([`\n── fim de ${name} ──`, ...closing].join("\n"));
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
 * @param {import("./run/command.mjs").Closing} closing
 */
function moveTemporaryFiles(closing) {
  process.env.TMPDIR = temporaryFolder(closing, "restos");
}

async function test(closing) {
  const [only, ...patterns] = process.argv.slice(2);
  if (only && !(only in STEPS)) {
    throw new Halt(`Não conheço «${only}». Use: npm test -- unit | integration | e2e [parte do nome]`);
  }
  const names = /** @type {(keyof typeof STEPS)[]} */ (only ? [only] : Object.keys(STEPS));
  await install();
  // Find the browser first: a missing one should fail now, not at the end.
  const browser = names.includes("e2e") ? await findBrowser() : null;
  await generateClient();
  moveTemporaryFiles(closing);
  const bench = { closing, reports: temporaryFolder(closing, "laudos"), patterns, browser };
  const results = [];
  for (const name of names) results.push(await runStep(name, bench));
  return summarise(results);
}

await runCommand(test);
