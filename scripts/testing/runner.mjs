import { spawn } from "node:child_process";
import { endWith } from "../run/cleanup.mjs";
import { root } from "../setup/root.mjs";

const LAST_LINES = 6;

// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes contain them
const COLOURS = /\u001b\[[0-9;]*m/g;

const NOISE = /^JSON report written/;

/** Result of a runner. lastLines: the last lines of its output.
 * @typedef {{ code: number, lastLines: string[] }} RunnerEnd */

/**
 * Runs a test runner and shows its output as it comes.
 * @param {{ command: string[], env: NodeJS.ProcessEnv,
 *   cleanup: import("../run/cleanup.mjs").CleanupSteps }} run
 * @returns {Promise<RunnerEnd>}
 */
export async function showRunner({ command, env, cleanup }) {
  const { FORCE_COLOR: _force, NO_COLOR: _no, ...neutral } = env;
  const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" };
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...neutral, ...colour },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = endWith(cleanup, child);
  let output = "";
  for await (const bytes of child.stdout) {
    process.stdout.write(bytes);
    output = (output + bytes).slice(-4000);
  }
  const code = await exited;
  const lines = output
    .replace(COLOURS, "")
    .split("\n")
    .map((line) => line.trimEnd());
  return { code, lastLines: lines.filter((line) => line && !NOISE.test(line)).slice(-LAST_LINES) };
}
