// Processes and their memory, read from Linux's /proc.
import fs from "node:fs";
import { readProcess } from "../run/process-info.mjs";

/** pssKb: its proportional share of memory.
 * @typedef {import("../run/process-info.mjs").ProcessInfo & { pssKb: number }} MeasuredProcess */

/** @param {number} pid @returns {number} 0 when it has ended */
function pssOf(pid) {
  try {
    const rollup = fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** A process and all its descendants. @param {number} root @returns {MeasuredProcess[]} */
export function processTree(root) {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const all = pids.map((pid) => readProcess(Number(pid))).filter((found) => found !== null);
  const inTree = new Set([root]);
  // A child may have a lower number than its parent: repeat until nothing is added.
  for (let before = 0; before < inTree.size; ) {
    before = inTree.size;
    for (const { pid, parent } of all) if (inTree.has(parent)) inTree.add(pid);
  }
  return all.filter(({ pid }) => inTree.has(pid)).map((found) => ({ ...found, pssKb: pssOf(found.pid) }));
}

/** Processes with an entry in their environment, including orphans.
 * @param {string} entry NAME=value @returns {import("../run/process-info.mjs").ProcessInfo[]} */
export function processesWith(entry) {
  const pids = fs.readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    const found = environmentOf(pid).includes(entry) ? readProcess(Number(pid)) : null;
    return found === null ? [] : [found];
  });
}

/** @param {string} pid @returns {string[]} none when it has ended or belongs to another user */
function environmentOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    return [];
  }
}
