import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../setup/log.mjs";

/**
 * Reads a secret from a file that only its owner can read; creates it the first time.
 * @param {string} file
 * @param {{ make: () => string, lost: string | false }} rules lost: why a new secret would be useless
 * @throws {CommandError} when the file is missing and a new secret could not replace it
 */
export function readOrCreateSecret(file, { make, lost }) {
  const kept = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "";
  if (kept) return kept;
  if (lost) throw new CommandError(`Falta o arquivo ${file}: ${lost}. Recupere-o do seu backup.`);
  const secret = make();
  fs.writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

const KEY_BYTES = 32;

/** @param {string} dataDir */
export const keyFile = (dataDir) => path.join(dataDir, "chave.key");

/** @returns {string} a new key in the format of MALOTE_KEY */
export const makeKey = () => randomBytes(KEY_BYTES).toString("base64");

/** @param {string} dataDir @returns {string[]} the keys in the file, newest first */
export function readKeys(dataDir) {
  const file = keyFile(dataDir);
  const keys = fs.existsSync(file)
    ? fs
        .readFileSync(file, "utf8")
        .split(/[,\s]+/)
        .filter(Boolean)
    : [];
  if (keys.length > 0) return keys;
  throw new CommandError(`Falta o arquivo ${file}: rode npm start uma vez, ou recupere-o do seu backup.`);
}

/**
 * Replaces the file atomically: if it were lost, nothing encrypted could be opened.
 * @param {string} dataDir @param {string[]} keys newest first
 */
export function writeKeys(dataDir, keys) {
  const partial = `${keyFile(dataDir)}.novo`;
  // A file left by an interrupted write would keep its own permissions.
  fs.rmSync(partial, { force: true });
  fs.writeFileSync(partial, `${keys.join(",")}\n`, { mode: 0o600, flush: true });
  fs.renameSync(partial, keyFile(dataDir));
}
