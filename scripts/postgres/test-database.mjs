import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "./server.mjs";

/** Linux keeps files here in memory. */
const IN_MEMORY = "/dev/shm";
/** Free there and in the machine: enough for a whole run, and for its browser besides. */
const ROOM_BYTES = 3 * 1024 ** 3;

/** Where short-lived files go: to memory where there is plenty of it, as databases that live for seconds are mostly files made and
 * deleted; else among the system's temporary ones. */
function shortLivedPlace() {
  try {
    fs.accessSync(IN_MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(IN_MEMORY);
    if (Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES) return IN_MEMORY;
  } catch {
    // another system
  }
  return os.tmpdir();
}

/**
 * A folder that lives as long as the command, open enough for the database's user.
 * @param {{ later: (step: () => unknown) => void }} closing @param {string} purpose part of its name
 * @param {{ durable?: boolean }} [options] durable: on a disk
 */
export function temporaryFolder(closing, purpose, { durable = false } = {}) {
  const folder = fs.mkdtempSync(path.join(durable ? os.tmpdir() : shortLivedPlace(), `malote-${purpose}-`));
  fs.chmodSync(folder, 0o711);
  closing.later(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * A PostgreSQL of its own that lives as long as the command.
 * @param {{ later: (step: () => unknown) => void }} closing
 * @param {{ durable?: boolean }} [options] durable: on a disk and with fsync, for figures that mean something
 * @returns {Promise<{ url: string, appUrl: string, dataDir: string }>} url: the owner's; appUrl: that of the server's login
 */
export async function openTestDatabase(closing, { durable = false } = {}) {
  const dataDir = temporaryFolder(closing, "banco", { durable });
  const starting = startPostgres({ dataDir, durable, quiet: true });
  closing.later(async () => (await starting.catch(() => null))?.stop());
  const { url, appUrl } = await starting;
  return { url, appUrl, dataDir };
}
