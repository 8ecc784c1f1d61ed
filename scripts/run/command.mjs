import { checkNode } from "../setup/install.mjs";
import { complain, surviveClosedTerminal } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";
import { killTools } from "../setup/run-tool.mjs";
import { createClosing } from "./closing.mjs";
import { onEnding } from "./endings.mjs";

const INTERRUPTED = 130;

/** @typedef {ReturnType<typeof createClosing>} Closing */

/**
 * Runs a command: checks Node's version, handles signals, prints expected errors as sentences, and cleans up.
 * @param {(closing: Closing) => Promise<number | undefined>} work returns the exit code; undefined:
 *   it runs until a signal ends it
 * @param {{ announce?: () => void, interrupted?: number }} [options] interrupted: exit code after a signal
 */
export async function runCommand(work, { announce, interrupted = INTERRUPTED } = {}) {
  surviveClosedTerminal();
  process.chdir(root);
  const closing = createClosing();
  closing.later(killTools);
  onEnding({
    end: (bug) => closing.close(bug || interrupted, announce),
    force: () => process.exit(INTERRUPTED),
  });
  try {
    checkNode();
    const code = await work(closing);
    if (code !== undefined) closing.close(code);
  } catch (error) {
    // An error during the clean-up is often caused by it: do not report it.
    if (!closing.isBegun()) complain(error);
    closing.close(1);
  }
}
