import { spawn } from "node:child_process";
import { CommandError } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";
import { showReadable } from "./log-lines.mjs";

const READY_MS = 90_000;
const STOP_MS = 15_000;

/** A process of Malote. name: shown to the operator; command: arguments of Node; env: called at each start.
 * @typedef {{ name: string, command: string[], env: () => NodeJS.ProcessEnv }} Service */
/** @typedef {{ pid: number | undefined, ready: Promise<void>, exited: Promise<string>,
 *   stop: () => Promise<void>, kill: () => void }} Child */

/**
 * Starts a service that sends "ready" over IPC.
 * @param {Service} service
 * @returns {Child} ready: rejects with a CommandError if the process ends first;
 *   exited: how it ended, e.g. "código 1" or "SIGKILL"
 */
export function startChild({ name, command, env }) {
  // A terminal shows readable lines; a file or a log collector gets the lines unchanged.
  const output = process.stdout.isTTY ? "pipe" : "inherit";
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: env(),
    stdio: ["ignore", output, "inherit", "ipc"],
    // Ctrl-C reaches the whole process group: only the supervisor handles it, to stop the processes in order.
    detached: true,
  });
  if (child.stdout) showReadable(child.stdout);
  const exited = new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `código ${code}`));
  });
  const ready = new Promise((resolve, reject) => {
    const readyTimer = setTimeout(
      () => reject(new CommandError(`O processo ${name} não ficou pronto em ${READY_MS / 1000} s.`)),
      READY_MS,
    );
    child.on("message", (message) => {
      if (message !== "ready") return;
      clearTimeout(readyTimer);
      resolve(undefined);
    });
    void exited.then((ending) => {
      clearTimeout(readyTimer);
      reject(new CommandError(`O processo ${name} não iniciou (${ending}). Veja as linhas acima.`));
    });
  });
  // A caller that only stops the service does not await it.
  ready.catch(() => {});
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid,
    ready,
    exited,
    kill: () => running() && child.kill("SIGKILL"),
    stop: async () => {
      if (running()) child.kill("SIGTERM");
      const killTimer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await exited;
      clearTimeout(killTimer);
    },
  };
}
