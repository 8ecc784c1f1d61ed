// `npm run test:long -- NAME`: runs a test too long for `npm test`: tests/long/NAME.ts of any package, or
// scripts/tests/long/NAME.mjs. Those of apps get their own PostgreSQL.
import { randomBytes } from "node:crypto";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { findScript } from "./run/package-script.mjs";
import { buildServer, generateClient } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { elapsedSeconds } from "./setup/log.mjs";
import { neutralEnv } from "./testing/malote.mjs";
import { openTestRedis } from "./testing/redis.mjs";
import { showRunner } from "./testing/runner.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */

/** Tests that measure a disk. */
const DURABLE = ["backup"];

/** Prepares what a long test of the server needs.
 * @param {Cleanup} cleanup @param {string} name @returns {Promise<NodeJS.ProcessEnv>} its environment */
async function openServer(cleanup, name) {
  await generateClient();
  await buildServer();
  const { url, dataDir } = await openTestDatabase(cleanup, { durable: DURABLE.includes(name) });
  const redis = await openTestRedis(cleanup);
  return {
    DATABASE_URL: url,
    TEST_DATABASE_URL: url,
    ...(redis ? { TEST_REDIS_URL: redis } : {}),
    DATA_DIR: dataDir,
    MALOTE_KEY: randomBytes(32).toString("base64"),
  };
}

/** @param {Cleanup} cleanup */
async function testLong(cleanup) {
  const usage = "npm run test:long -- NOME";
  const { name, file, rest, needsDatabase } = findScript({
    place: "tests/long",
    usage,
    args: process.argv.slice(2),
  });
  await install();
  const env = { ...neutralEnv(), ...(needsDatabase ? await openServer(cleanup, name) : {}) };
  const started = Date.now();
  const { code } = await showRunner({ command: ["--import", "tsx", file, ...rest], env, cleanup });
  console.log(`${code === 0 ? "ok" : "FALHOU"}  ${name} em ${elapsedSeconds(started)}`);
  return code;
}

await runCommand(testLong);
