import { printError } from "../setup/log.mjs";

const CLEANUP_MAX_MS = 45_000;

/** @typedef {ReturnType<typeof createCleanup>} Cleanup */
/** The part of a Cleanup that adds steps. @typedef {Pick<Cleanup, "defer">} CleanupSteps */

/** Runs clean-up steps in reverse order. @param {(() => unknown)[]} steps emptied */
async function runSteps(steps) {
  for (const step of steps.splice(0).reverse()) {
    try {
      await step();
    } catch (error) {
      printError(error);
    }
  }
}

/** Clean-up steps of a command, run in reverse order when it ends. */
export function createCleanup() {
  /** @type {(() => unknown)[]} */
  const steps = [];
  let started = false;

  return {
    /** @param {() => unknown} step */
    defer(step) {
      steps.push(step);
    },
    hasStarted: () => started,
    /** Runs every step and ends the process; only the first call counts.
     * @param {number} code @param {() => void} [announce] */
    close(code, announce) {
      if (started) return;
      started = true;
      announce?.();
      setTimeout(() => process.exit(code || 1), CLEANUP_MAX_MS).unref();
      void runSteps(steps).then(() => process.exit(code));
    },
  };
}

/**
 * Does work whose clean-up steps run when it ends, or with the command's if a signal ends it first.
 * @template T @param {CleanupSteps} outer @param {(cleanup: CleanupSteps) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withCleanup(outer, work) {
  /** @type {(() => unknown)[]} */
  const steps = [];
  outer.defer(() => runSteps(steps));
  try {
    return await work({ defer: (step) => void steps.push(step) });
  } finally {
    await runSteps(steps);
  }
}

/**
 * Ends a child process, with SIGTERM, when the command ends.
 * @param {CleanupSteps} cleanup @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
export function endWith(cleanup, child) {
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => child.once("exit", (code) => resolve(code ?? 1)));
  cleanup.defer(() => (child.exitCode === null && child.kill("SIGTERM") ? exited : undefined));
  return exited;
}
