import fs from "node:fs";
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
