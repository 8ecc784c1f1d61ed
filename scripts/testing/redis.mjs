import { spawn } from "node:child_process";
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { acceptsConnections } from "../postgres/postmaster.mjs";
import { temporaryFolder } from "../postgres/test-database.mjs";
import { anyPort } from "../run/ports.mjs";
import { CommandError } from "../setup/log.mjs";

const PROGRAMS = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"];
const START_MS = 10_000;

/**
 * A Redis for the tests that need one: the operator's (REDIS_URL), else one that stops when the command ends.
 * @param {import("../run/cleanup.mjs").CleanupSteps} cleanup
 * @returns {Promise<string | null>} its address; null when redis-server is not installed
 */
export async function openTestRedis(cleanup) {
  if (process.env.REDIS_URL) return process.env.REDIS_URL;
  const program = PROGRAMS.find((place) => fs.existsSync(place));
  if (!program) return null;
  const folder = temporaryFolder(cleanup, "redis");
  const port = await anyPort();
  const settings = ["--bind", "127.0.0.1", "--port", String(port), "--dir", folder];
  // Redis does not start under libfaketime, which is preloaded when tests run with another date.
  const { LD_PRELOAD: _preload, ...env } = process.env;
  const server = spawn(program, [...settings, "--save", "", "--maxmemory-policy", "noeviction"], {
    detached: true,
    env,
    stdio: "ignore",
  });
  const exited = new Promise((resolve) => server.once("exit", resolve).once("error", resolve));
  cleanup.defer(async () => {
    server.kill("SIGTERM");
    await exited;
  });
  for (const limit = Date.now() + START_MS; Date.now() < limit; await sleep(20)) {
    if (await acceptsConnections(port)) return `redis://127.0.0.1:${port}/0`;
  }
  throw new CommandError(`O redis-server de ${program} não iniciou.`);
}
