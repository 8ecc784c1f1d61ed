import { checkNode } from "../setup/install.mjs";
import { printError, surviveClosedTerminal } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";
import { killTools } from "../setup/run-tool.mjs";
import { createCleanup } from "./cleanup.mjs";
import { onTermination } from "./termination.mjs";

const INTERRUPTED = 130;

/**
 * Runs a command: checks Node's version, handles signals, prints expected errors as sentences, and cleans up.
 * @param {(cleanup: import("./cleanup.mjs").Cleanup) => Promise<number | undefined>} work
 *   returns the exit code; undefined: it runs until a signal ends it
 * @param {{ announce?: () => void, interrupted?: number }} [options] interrupted: exit code after a signal
 */
export async function runCommand(work, { announce, interrupted = INTERRUPTED } = {}) {
  surviveClosedTerminal();
  process.chdir(root);
  const cleanup = createCleanup();
  cleanup.defer(killTools);
  onTermination({
    end: (bug) => cleanup.close(bug || interrupted, announce),
    force: () => process.exit(INTERRUPTED),
  });
  try {
    checkNode();
    const code = await work(cleanup);
    if (code !== undefined) cleanup.close(code);
  } catch (error) {
    // An error during the clean-up is often caused by it: do not report it.
    if (!cleanup.hasStarted()) printError(error);
    cleanup.close(1);
  }
}
