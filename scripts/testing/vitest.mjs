import path from "node:path";
import { openTestDatabase } from "../postgres/test-database.mjs";
import { buildServer } from "../setup/build.mjs";
import { reportProgress } from "../setup/log.mjs";
import { tool } from "../setup/root.mjs";
import { neutralEnv } from "./malote.mjs";
import { openTestRedis } from "./redis.mjs";
import { showRunner } from "./runner.mjs";
import { tallyVitest } from "./tally.mjs";

/** Inputs of a step. args: of the runner, names of tests or the option of a change; clock: environment that
 * fakes the clock of tests and database (clocks.mjs).
 * @typedef {{ cleanup: import("../run/cleanup.mjs").CleanupSteps, reports: string, args: string[],
 *   browser: string | null, clock?: Record<string, string> }} Bench */
/** @typedef {import("./tally.mjs").Tally & { lastLines: string[] }} StepResult */

/** @param {Bench} bench @param {string} name @param {string[]} projects @param {object} [extra] environment
 * @returns {Promise<StepResult>} */
export async function runVitest({ cleanup, reports, args, clock }, name, projects, extra = {}) {
  const report = path.join(reports, `${name}.json`);
  const command = [tool("vitest", "vitest.mjs"), "run", ...args];
  command.push(...projects.flatMap((project) => ["--project", project]));
  command.push("--reporter=default", "--reporter=json", `--outputFile.json=${report}`);
  const end = await showRunner({ command, env: { ...neutralEnv(), ...extra, ...clock }, cleanup });
  return { ...tallyVitest(report, end.code), lastLines: end.lastLines };
}

/** Tests on PostgreSQL, on Redis where it is installed, and with the built server.
 * @param {Bench} bench @param {string} name @param {string[]} [projects] */
export async function runOnDatabase(bench, name, projects = [name]) {
  await buildServer();
  const { url } = await openTestDatabase(bench.cleanup, { clock: bench.clock });
  const redis = await openTestRedis(bench.cleanup);
  if (!redis)
    reportProgress("sem redis-server nesta máquina: as provas que pedem Redis serão puladas, pelo nome");
  const redisEnv = redis ? { TEST_REDIS_URL: redis } : {};
  const browserEnv = bench.browser ? { E2E_CHROMIUM: bench.browser } : {};
  return runVitest(bench, name, projects, { TEST_DATABASE_URL: url, ...redisEnv, ...browserEnv });
}
