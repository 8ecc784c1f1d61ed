import { checkNode } from "../setup/install.mjs";
import { complain, surviveClosedTerminal } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";
import { killTools } from "../setup/run-tool.mjs";
import { createClosing } from "./closing.mjs";
import { onEnding } from "./endings.mjs";

const INTERRUPTED = 130;

/** @typedef {ReturnType<typeof createClosing>} Closing */

/**
 * The frame of every command: Node's version, signals, sentences instead of stacks, and everything undone at the end.
 * @param {(closing: Closing) => Promise<number | undefined>} work its exit code; undefined stays open until somebody ends it
 * @param {{ announce?: () => void, interrupted?: number }} [options] interrupted: exit code after Ctrl-C and its like
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
    // What fails because we are already closing is no news.
    if (!closing.isBegun()) complain(error);
    closing.close(1);
  }
}
