import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../postgres/test-database.mjs";
import { endWith } from "../../run/cleanup.mjs";
import { reportProgress } from "../../setup/log.mjs";
import { at } from "../../setup/root.mjs";
import { runTool } from "../../setup/run-tool.mjs";
import { neutralEnv } from "../malote.mjs";
import { packageOf } from "./choose.mjs";
import { failuresOf } from "./failures.mjs";
import { applyMutation } from "./mutations.mjs";

/** @typedef {import("./choose.mjs").Mutant} Mutant */
/** @typedef {import("./failures.mjs").Failure} Failure */
/** @typedef {import("./failures.mjs").Step} Step */
/** @typedef {import("./failures.mjs").Outcome} Outcome */

/** @type {Record<"unit" | "integration" | "full", Step>} */
const STEPS = {
  unit: { lane: "main", args: ["unit"] },
  integration: { lane: "main", args: ["integration"] },
  full: { lane: "full", args: ["--full", "full"] },
};
/** A mutant may never end: then it is caught too. */
const STEP_MAX_MS = 15 * 60_000;
const STOP_MAX_MS = 60_000;
/** What tools write into node_modules, each tree for itself. */
const WRITTEN = [".malote", ".vite", ".vite-temp"];

/** @param {string} folder of the copy @param {string} modules a node_modules inside the repository */
async function linkModules(folder, modules) {
  const [from, to] = [at(modules), path.join(folder, modules)];
  // Hard links cost no space; where there are none, a copy does as well.
  await runTool("cp", ["cp", "-al", from, to]).catch(() => {
    fs.rmSync(to, { recursive: true, force: true });
    fs.cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  });
  for (const name of WRITTEN) fs.rmSync(path.join(to, name), { recursive: true, force: true });
}

/** Opens a copy of the repository at a commit, deleted when the command ends.
 * @param {import("../../run/cleanup.mjs").CleanupSteps} cleanup @param {string} commit
 * @returns {Promise<string>} its folder */
export async function openCopy(cleanup, commit) {
  const folder = path.join(temporaryFolder(cleanup, "mutantes", { durable: true }), "malote");
  cleanup.defer(() => runTool("git worktree", ["git", "worktree", "remove", "--force", folder]));
  await runTool("git worktree", ["git", "worktree", "add", "--detach", folder, commit]);
  const packages = ["apps", "packages"].flatMap((parent) =>
    fs.readdirSync(at(parent)).map((name) => `${parent}/${name}/node_modules`),
  );
  for (const modules of ["node_modules", ...packages.filter((place) => fs.existsSync(at(place)))])
    await linkModules(folder, modules);
  return folder;
}

/** @param {string} folder @param {string} file @returns {string | null} the file of the copy */
export const readOfCopy = (folder, file) =>
  fs.existsSync(path.join(folder, file)) ? fs.readFileSync(path.join(folder, file), "utf8") : null;

/** Steps and, when not all of their tests, the folder. The quickest first: a mutant that one catches is not
 * shown to the next, and the slow tests of a package take less time than all of the server that import it.
 * @param {string} folder @param {string} file @returns {{ step: Step, place: string[] }[]} */
function stepsOf(folder, file) {
  const { scripts } = JSON.parse(readOfCopy(folder, "package.json") ?? "{}");
  /** @type {ReturnType<typeof stepsOf>} */
  const main = [
    { step: STEPS.unit, place: [] },
    { step: STEPS.integration, place: [] },
  ];
  // Commits before the lanes have one only.
  if (!scripts["test:full"]) return main;
  const all = [...main, { step: STEPS.full, place: [] }];
  if (file.startsWith("packages/")) all.splice(1, 0, { step: STEPS.full, place: [`${packageOf(file)}/`] });
  return all;
}

/** Runs a step of the copy's own tests.
 * @param {import("../../run/cleanup.mjs").CleanupSteps} cleanup @param {string} folder @param {string[]} args
 * @returns {Promise<Failure[]>} none when it passed */
async function runStep(cleanup, folder, args) {
  const child = spawn(process.execPath, ["scripts/test.mjs", ...args], {
    cwd: folder,
    env: { ...neutralEnv(), NO_COLOR: "1", FORCE_COLOR: undefined },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  let late = false;
  const end = setTimeout(() => {
    late = true;
    child.kill("SIGTERM");
    setTimeout(() => child.pid && process.kill(-child.pid, "SIGKILL"), STOP_MAX_MS).unref();
  }, STEP_MAX_MS);
  const code = await endWith(cleanup, child);
  clearTimeout(end);
  reportProgress(`${args.find((arg) => !arg.startsWith("--"))}: ${output.trimEnd().split("\n").at(-1)}`);
  if (late) return [{ file: "", test: `não acabou em ${STEP_MAX_MS / 60_000} minutos` }];
  return code === 0 ? [] : failuresOf(output);
}

/** Plants a mutant in the copy and runs the tests that import its file, until one fails.
 * @param {import("../../run/cleanup.mjs").CleanupSteps} cleanup @param {string} folder @param {Mutant} mutant
 * @returns {Promise<Outcome>} */
export async function tryMutant(cleanup, folder, mutant) {
  const started = Date.now();
  const text = readOfCopy(folder, mutant.file) ?? "";
  const place = path.join(folder, mutant.file);
  fs.writeFileSync(place, applyMutation(text, mutant));
  try {
    for (const { step, place } of stepsOf(folder, mutant.file)) {
      const args = [...step.args, ...place, "--changed", "HEAD", "--bail", "1", "--passWithNoTests"];
      const [failure] = await runStep(cleanup, folder, args);
      if (failure) return { mutant, step, failure, seconds: secondsSince(started) };
    }
    return { mutant, step: null, failure: null, seconds: secondsSince(started) };
  } finally {
    fs.writeFileSync(place, text);
  }
}

/** @param {number} started */
const secondsSince = (started) => Math.round((Date.now() - started) / 1000);

/** Runs the failed tests again without any mutant: one that fails here proves nothing.
 * @param {import("../../run/cleanup.mjs").CleanupSteps} cleanup @param {string} folder
 * @param {Outcome[]} outcomes @returns {Promise<Set<string>>} files that fail without a mutant */
export async function failWithoutMutant(cleanup, folder, outcomes) {
  const failed = new Set();
  for (const { args } of Object.values(STEPS)) {
    const caught = outcomes.filter(({ step }) => step?.args.join() === args.join());
    const files = new Set(caught.map(({ failure }) => failure?.file ?? "").filter(Boolean));
    if (files.size === 0) continue;
    for (const { file } of await runStep(cleanup, folder, [...args, ...files])) failed.add(file);
  }
  return failed;
}
