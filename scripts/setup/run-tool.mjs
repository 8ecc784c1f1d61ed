import { spawn } from "node:child_process";
import { CommandError } from "./log.mjs";
import { root } from "./root.mjs";

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, show?: boolean, shell?: boolean }} ToolOptions */

/**
 * Runs a program to its end. Its output is captured and shown only after a failure, unless `show` is set.
 * @param {string} label what the program does, in Portuguese, for the sentence of a failure
 * @param {string[]} command program and arguments
 * @param {ToolOptions} [options]
 * @returns {Promise<string>} its output; "" with `show` @throws {CommandError} when the exit code is not 0
 */
export async function runTool(label, [program = "", ...args], { show = false, ...options } = {}) {
  const output = show ? "inherit" : "pipe";
  const child = spawn(program, args, { cwd: root, stdio: ["ignore", output, output], ...options });
  running.add(child);
  let shown = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (shown += text));
  const ending = await new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(code ?? signal));
  });
  running.delete(child);
  if (ending !== 0) throw new CommandError(`${label}: falhou (${ending}).\n${shown.trim()}`);
  return shown;
}

/** Ends every program that runTool is still running. */
export function killTools() {
  for (const child of running) child.kill("SIGTERM");
}

/** Runs a JavaScript tool with this same Node.
 * @param {string} label @param {string[]} command @param {ToolOptions} [options] */
export const runNode = (label, command, options) => runTool(label, [process.execPath, ...command], options);

/** Runs npm; if this process was started by npm, the same npm.
 * @param {string} label @param {string[]} args @param {ToolOptions} [options] */
export function runNpm(label, args, options) {
  const npm = process.env.npm_execpath;
  if (npm) return runNode(label, [npm, ...args], options);
  return runTool(label, ["npm", ...args], { ...options, shell: process.platform === "win32" });
}
