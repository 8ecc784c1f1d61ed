import { execFileSync } from "node:child_process";
import { CommandError, reportProgress } from "../setup/log.mjs";
import { root } from "../setup/root.mjs";

/** @typedef {"unit" | "integration" | "e2e" | "full" | "stories"} StepName */

/** Product code and how it is built: a change of it may be seen in any page. */
const PRODUCT =
  /^((apps|packages)\/[^/]+\/src|apps\/web\/(build|public)|prisma)\/(?!.*\.test\.)|^apps\/web\/vite\.config\.ts$/;
const STORY = /^apps\/web\/e2e\/.*\.spec\.ts$/;
/** A file of the browser tests that is no test itself. */
const STORY_SUPPORT = /^apps\/web\/e2e\/|^playwright\.config\.ts$/;

/**
 * What `npm test -- --changed [commit]` runs: every test of both lanes that imports a changed file, itself or
 * through others; and in the browser the changed stories, or those of `npm test` when the product changed.
 * @param {string | undefined} commit what to compare with; without it, what is not committed, else the last
 *   commit
 * @returns {Map<StepName, string[]>} steps and the arguments of their runners
 * @throws {CommandError} when git does not know the commit
 */
export function readChange(commit) {
  const untracked = git(["ls-files", "--others", "--exclude-standard"]);
  const uncommitted = [...git(["diff", "--name-only", "HEAD"]), ...untracked];
  const base = commit ?? (uncommitted.length > 0 ? "HEAD" : "HEAD~1");
  const files = [...new Set([...git(["diff", "--name-only", base]), ...untracked])];
  reportProgress(`${files.length} arquivos mudaram desde ${base}`);
  return planOf(files, base);
}

/** @param {string[]} files changed ones, from the repository's folder @param {string} base
 * @returns {Map<StepName, string[]>} */
export function planOf(files, base) {
  const related = ["--changed", base, "--passWithNoTests"];
  /** @type {Map<StepName, string[]>} */
  const plan = new Map([
    ["unit", related],
    ["integration", related],
    ["full", related],
  ]);
  const stories = files.filter((file) => STORY.test(file));
  const main = stories.filter((file) => !file.includes(".full."));
  const full = stories.filter((file) => file.includes(".full."));
  const all = files.some((file) => PRODUCT.test(file) || (STORY_SUPPORT.test(file) && !STORY.test(file)));
  if (all) plan.set("e2e", []);
  else if (main.length > 0) plan.set("e2e", main);
  if (full.length > 0) plan.set("stories", full);
  return plan;
}

/** @param {string[]} args @returns {string[]} the lines of its output */
function git(args) {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  } catch (error) {
    throw new CommandError(`O git não respondeu a «git ${args.join(" ")}»: ${error}`);
  }
}
