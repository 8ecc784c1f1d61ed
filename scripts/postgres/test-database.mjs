import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "./server.mjs";

/** @typedef {import("../run/cleanup.mjs").CleanupSteps} CleanupSteps */

/** Linux keeps the files of this folder in memory. */
const IN_MEMORY = "/dev/shm";
/** Free space needed there and free memory: enough for a whole test run with its browser. */
const FREE_BYTES_MIN = 3 * 1024 ** 3;

/** Folder for short-lived files: in memory where there is room, else the system's temporary folder.
 * Short-lived databases mostly create and delete files. */
function shortLivedFolder() {
  try {
    fs.accessSync(IN_MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) >= FREE_BYTES_MIN) return IN_MEMORY;
  } catch {
    // not Linux
  }
  return os.tmpdir();
}

/**
 * Creates a folder that is deleted when the command ends; the database's user may enter it.
 * @param {CleanupSteps} cleanup @param {string} purpose part of its name
 * @param {{ durable?: boolean }} [options] durable: on a disk
 */
export function temporaryFolder(cleanup, purpose, { durable = false } = {}) {
  const folder = fs.mkdtempSync(path.join(durable ? os.tmpdir() : shortLivedFolder(), `malote-${purpose}-`));
  fs.chmodSync(folder, 0o711);
  cleanup.defer(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * Starts a separate PostgreSQL that stops when the command ends.
 * @param {CleanupSteps} cleanup
 * @param {{ durable?: boolean, clock?: Record<string, string> }} [options] durable: on a disk and with fsync,
 *   as measurements need; clock: environment that fakes its clock
 * @returns {Promise<{ url: string, appUrl: string, dataDir: string }>} url: the owner's; appUrl: the login's
 */
export async function openTestDatabase(cleanup, { durable = false, clock } = {}) {
  const dataDir = temporaryFolder(cleanup, "banco", { durable });
  const starting = startPostgres({ dataDir, durable, quiet: true, clock });
  cleanup.defer(async () => (await starting.catch(() => null))?.stop());
  const { url, appUrl } = await starting;
  return { url, appUrl, dataDir };
}
