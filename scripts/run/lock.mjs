import fs from "node:fs";
import path from "node:path";
import { isAlive } from "../postgres/postmaster.mjs";
import { CommandError, codeOf } from "../setup/log.mjs";
import { readProcess } from "./process-info.mjs";

/** The process that uses a data folder. birth: distinguishes it from a later process with the same number.
 * @typedef {{ pid: number, birth: string, url: string | null }} Holder */

/** @param {number} pid @returns {string} "" without a /proc */
const birthOf = (pid) => readProcess(pid)?.birth ?? "";

/** @param {string} file @returns {Holder | null} */
function readHolder(file) {
  try {
    return JSON.parse(fs.readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** @param {Holder} holder */
const isHolderRunning = ({ pid, birth }) => isAlive(pid) && birthOf(pid) === birth;

/** @param {string} dataDir @param {Holder} holder */
function lockedError(dataDir, { pid, url }) {
  const where = url ? `já está aberto em ${url}` : "já está iniciando";
  return new CommandError(
    `O Malote ${where} com os dados de ${dataDir} (processo ${pid}).\n` +
      "Feche o outro com Ctrl-C ou use outra pasta: DATA_DIR=outra npm start",
  );
}

/**
 * Locks a data folder for this process.
 * @param {string} dataDir
 * @returns {{ setUrl: (url: string) => void, release: () => void }} setUrl: writes our address for other runs
 * @throws {CommandError} when another running process holds it
 */
export function takeLock(dataDir) {
  fs.mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  const file = path.join(dataDir, "malote.lock");
  const own = { pid: process.pid, birth: birthOf(process.pid) };
  const write = (/** @type {string | null} */ url, /** @type {"w" | "wx"} */ flag) =>
    fs.writeFileSync(file, JSON.stringify({ ...own, url }), { flag, mode: 0o644 });
  const holder = readHolder(file);
  if (holder && isHolderRunning(holder)) throw lockedError(dataDir, holder);
  fs.rmSync(file, { force: true });
  try {
    write(null, "wx");
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    throw lockedError(dataDir, readHolder(file) ?? { pid: 0, birth: "", url: null });
  }
  return {
    setUrl: (url) => write(url, "w"),
    release: () => fs.rmSync(file, { force: true }),
  };
}
