import fs from "node:fs";

/** A process. state: "Z" for one that ended but was not reaped; birth: start time in the kernel's clock.
 * @typedef {{ pid: number, parent: number, state: string, birth: string, command: string }} ProcessInfo */

/** @param {number} pid @returns {ProcessInfo | null} null when it ended, or without a /proc */
export function readProcess(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
    // The third field on: the second, the name, is in brackets and may contain any character.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state = "", parent] = fields;
    const command = fs.readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, parent: Number(parent), state, birth: fields[19] ?? "", command };
  } catch {
    return null;
  }
}
