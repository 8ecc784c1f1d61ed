/** A failed test. file: "" when the step failed outside a test.
 * @typedef {{ file: string, test: string }} Failure */
/** A part of a lane: arguments of scripts/test.mjs. @typedef {{ lane: string, args: string[] }} Step */
/** Outcome of a mutant. step: the one that failed, null when all passed.
 * @typedef {{ mutant: import("./choose.mjs").Mutant, step: Step | null, failure: Failure | null,
 *   seconds: number }} Outcome */

/** A failed test as the runner prints it: ` FAIL  |unit| packages/dfe/src/x.test.ts > a title`. */
const FAILED = /^\s*FAIL\s+(?:\|[^|]+\|\s+)?(\S+)(?: > (.*))?$/gm;

/** @param {string} output of a step that failed @returns {Failure[]} at least one */
export function failuresOf(output) {
  const failures = [...output.matchAll(FAILED)].map(([, file = "", test = "o arquivo"]) => ({ file, test }));
  if (failures.length > 0) return failures;
  const last = output
    .split("\n")
    .filter((line) => line.trim())
    .slice(-3);
  return [{ file: "", test: last.join(" ") }];
}

/** @param {Outcome} outcome @param {Set<string>} broken files that fail without any mutant */
export const isCaught = ({ step, failure }, broken) => step !== null && !broken.has(failure?.file ?? "");

/** @param {string} text @returns {string} for a cell of a table */
const cell = (text) => text.replaceAll("|", "\\|");

/** @param {Outcome} outcome @param {number} index @param {Set<string>} broken */
function rowOf(outcome, index, broken) {
  const { mutant, step, failure, seconds } = outcome;
  const place = `${mutant.file}:${mutant.line}`;
  const change = `\`${cell(mutant.before)}\` → \`${cell(mutant.after)}\``;
  const lane = step ? `${step.lane}: ${step.args.at(-1)}` : "–";
  const test = failure ? cell(`${failure.file} > ${failure.test}`) : "sobrevive";
  const note = failure && broken.has(failure.file) ? " (falha também sem ele)" : "";
  return `| ${index + 1} | ${place} | ${change} | ${lane} | ${test}${note} | ${seconds} |`;
}

/** @param {Outcome[]} outcomes @param {Set<string>} broken @returns {string[]} lines of a Markdown table */
export const mutantTable = (outcomes, broken) => [
  "| | mutante | antes → depois | quem pega | primeira prova que falha | s |",
  "|---|---|---|---|---|---|",
  ...outcomes.map((outcome, index) => rowOf(outcome, index, broken)),
];
