import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { startPostgres } from "./server.mjs";

/** A folder that lives as long as the command, open enough for the database's user.
 * @param {{ later: (step: () => unknown) => void }} closing @param {string} purpose part of its name */
export function temporaryFolder(closing, purpose) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `malote-${purpose}-`));
  fs.chmodSync(folder, 0o711);
  closing.later(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/**
 * A PostgreSQL of its own that lives as long as the command.
 * @param {{ later: (step: () => unknown) => void }} closing
 * @param {{ durable?: boolean }} [options] durable: with fsync, for figures that mean something
 * @returns {Promise<{ url: string, dataDir: string }>} url: the owner's
 */
export async function openTestDatabase(closing, { durable = false } = {}) {
  const dataDir = temporaryFolder(closing, "banco");
  const starting = startPostgres({ dataDir, durable, quiet: true });
  closing.later(async () => (await starting.catch(() => null))?.stop());
  const { url } = await starting;
  return { url, dataDir };
}
