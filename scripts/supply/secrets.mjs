import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { findSecrets } from "./secret-rules.mjs";

/** commit: null for the working tree. @typedef {{ commit: string | null, arquivo: string, linha: number,
 *   regra: string, marca: string }} Finding */
/** A finding that a person judged not to be a secret. antes: path of the file in earlier commits.
 * @typedef {{ arquivo: string, antes?: string, regra: string, marca: string,
 *   motivo: string }} SecretException */

const OUTPUT_MAX = 1_000_000_000;
/** Number of blobs per call of git. */
const BLOBS = 500;
const SHORT = 9;
const SUBMODULE = "160000";

/** @param {string} folder @param {string[]} args @param {string} [input]
 * @returns {Buffer} @throws when git fails */
function git(folder, args, input) {
  return execFileSync("git", args, {
    cwd: folder,
    input,
    maxBuffer: OUTPUT_MAX,
    stdio: ["pipe", "pipe", "ignore"],
  });
}

/** @param {string} folder @param {string[]} args @returns {string | null} null when git fails */
function tryGit(folder, args) {
  try {
    return git(folder, args).toString().trim();
  } catch {
    return null;
  }
}

/** @param {string} folder */
export const hasCommits = (folder) => tryGit(folder, ["rev-parse", "--verify", "HEAD"]) !== null;

/** True for a clone without full history, where removed secrets are not found. @param {string} folder */
export const isShallow = (folder) => tryGit(folder, ["rev-parse", "--is-shallow-repository"]) === "true";

/**
 * Finds secrets in the files that git tracks or would add (not ignored).
 * @param {string} folder @returns {Promise<{ fileCount: number, findings: Finding[] }>}
 */
export async function searchTree(folder) {
  const listed = git(folder, ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]).toString();
  const files = [...new Set(listed.split("\0"))].filter(
    (name) => name !== "" && isFile(path.join(folder, name)),
  );
  const findings = [];
  for (const arquivo of files) {
    const found = await findSecrets(arquivo, fs.readFileSync(path.join(folder, arquivo)));
    findings.push(...found.map((each) => ({ commit: null, arquivo, ...each })));
  }
  return { fileCount: files.length, findings };
}

/** @param {string} file */
const isFile = (file) => fs.lstatSync(file, { throwIfNoEntry: false })?.isFile() ?? false;

/**
 * Finds secrets in everything that the commits of HEAD wrote, messages included, even if removed later.
 * @param {string} folder @returns {Promise<{ commits: number, findings: Finding[] }>}
 */
export async function searchCommits(folder) {
  const log = git(folder, ["log", "-z", "--format=%H%n%B", "HEAD"]).toString();
  const messages = log.split("\0").filter(Boolean);
  const findings = [];
  for (const each of messages) {
    const [commit = "", ...lines] = each.split("\n");
    const found = await findSecrets("(mensagem)", Buffer.from(lines.join("\n")));
    findings.push(...found.map((secret) => ({ commit, arquivo: "(mensagem)", ...secret })));
  }
  const written = listWritten(folder);
  for (let from = 0; from < written.length; from += BLOBS) {
    findings.push(...(await searchBlobs(folder, written.slice(from, from + BLOBS))));
  }
  return { commits: messages.length, findings };
}

/** A file version in a commit. @typedef {{ commit: string, arquivo: string, blob: string }} WrittenFile */

/** @param {string} folder @returns {WrittenFile[]} each content of a path once, with its first commit */
function listWritten(folder) {
  const flags = ["--raw", "-z", "-m", "--no-renames", "--no-abbrev", "--diff-filter=AMT", "--reverse"];
  const log = git(folder, ["-c", "log.showRoot=true", "log", "--format=commit %H", ...flags, "HEAD"]);
  /** @type {Map<string, WrittenFile>} */
  const written = new Map();
  const fields = log.toString().split("\0");
  let commit = "";
  for (let at = 0; at < fields.length; at += 1) {
    const field = (fields[at] ?? "").trim();
    if (field.startsWith("commit ")) commit = field.slice("commit ".length);
    // A line has the modes before and after, the blobs before and after, and the status; then the path.
    const [, mode, blob = ""] = /^:\d+ (\d+) [0-9a-f]+ ([0-9a-f]+) \w/.exec(field) ?? [];
    if (mode === undefined) continue;
    at += 1;
    const arquivo = fields[at] ?? "";
    const key = `${blob} ${arquivo}`;
    if (mode !== SUBMODULE && !written.has(key)) written.set(key, { commit, arquivo, blob });
  }
  return [...written.values()];
}

/** @param {string} folder @param {WrittenFile[]} written @returns {Promise<Finding[]>} */
async function searchBlobs(folder, written) {
  const output = git(folder, ["cat-file", "--batch"], written.map(({ blob }) => `${blob}\n`).join(""));
  const findings = [];
  let at = 0;
  for (const { commit, arquivo } of written) {
    const end = output.indexOf("\n", at);
    // "<id> blob <size>", or "<id> missing" in a partial clone.
    const [, , size] = output.subarray(at, end).toString().split(" ");
    const bytes = output.subarray(end + 1, end + 1 + Number(size ?? 0));
    at = size === undefined ? end + 1 : end + 1 + bytes.length + 1;
    const found = await findSecrets(arquivo, bytes);
    findings.push(...found.map((each) => ({ commit, arquivo, ...each })));
  }
  return findings;
}

/**
 * Returns findings without an exception, and exceptions without a finding.
 * @param {Finding[]} findings @param {SecretException[]} excecoes
 * @returns {{ violations: Finding[], unused: SecretException[] }}
 */
export function judgeSecrets(findings, excecoes) {
  const known = new Set(excecoes.flatMap(namesOf));
  /** @type {Map<string, Finding>} */
  const found = new Map();
  for (const finding of findings) if (!found.has(nameOf(finding))) found.set(nameOf(finding), finding);
  return {
    violations: [...found.values()].filter((finding) => !known.has(nameOf(finding))),
    unused: excecoes.filter((exception) => !namesOf(exception).some((name) => found.has(name))),
  };
}

/** @param {SecretException} exception @returns {string[]} one for each of its paths */
const namesOf = ({ antes, ...now }) =>
  [now, ...(antes ? [{ ...now, arquivo: antes }] : [])].map((each) => nameOf(each));

/** @param {Pick<Finding, "arquivo" | "regra" | "marca">} each */
const nameOf = ({ arquivo, regra, marca }) => JSON.stringify([arquivo, regra, marca]);

/** Describes a finding by place and rule, never the secret itself. @param {Finding} finding */
export function describeSecret({ commit, arquivo, linha, regra, marca }) {
  const place = commit === null ? arquivo : `commit ${commit.slice(0, SHORT)} ${arquivo}`;
  return `${place}:${linha} segredo (regra ${regra}, marca ${marca})`;
}
