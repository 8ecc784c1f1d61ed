/** An expected stop: its message is a sentence for the person at the terminal, shown without a stack. */
export class Halt extends Error {}

/** Tells how the work goes, apart from what it gives: that alone is on the standard output. @param {string} sentence */
export const say = (sentence) => console.error(`· ${sentence}`);

/** @param {number} sinceMs a Date.now() taken before the work */
export const seconds = (sinceMs) => `${((Date.now() - sinceMs) / 1000).toFixed(1).replace(".", ",")} s`;

/** Shows why the command ends: the sentence of a Halt, or the whole error when it is a bug. @param {unknown} error */
export function complain(error) {
  console.error(error instanceof Halt ? `\n${error.message}\n` : error);
}

/** The terminal may go away before we do; writing to it must not kill us in the middle of the clean-up. */
export function surviveClosedTerminal() {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
