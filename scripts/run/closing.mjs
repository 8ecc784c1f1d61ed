import { complain } from "../setup/log.mjs";

const PATIENCE_MS = 45_000;

/** Clean-up steps of a command, run in reverse order when it ends. */
export function createClosing() {
  /** @type {(() => unknown)[]} */
  const steps = [];
  let begun = false;

  async function undo() {
    for (const step of steps.reverse()) {
      try {
        await step();
      } catch (error) {
        complain(error);
      }
    }
  }

  return {
    /** @param {() => unknown} step */
    later: (step) => steps.push(step),
    isBegun: () => begun,
    /** Runs every step and ends the process; only the first call counts.
     * @param {number} code @param {() => void} [announce] */
    close(code, announce) {
      if (begun) return;
      begun = true;
      announce?.();
      setTimeout(() => process.exit(code || 1), PATIENCE_MS).unref();
      void undo().then(() => process.exit(code));
    },
  };
}
