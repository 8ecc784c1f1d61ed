import fs from "node:fs";
import { Halt } from "../setup/log.mjs";

/**
 * A secret in a file only its owner can read; made the first time.
 * @param {string} file
 * @param {{ make: () => string, lost: string | false }} rules lost: why a new one would be useless by now
 * @throws {Halt} when the file is gone and a new secret would open nothing
 */
export function readOrCreateSecret(file, { make, lost }) {
  const kept = fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : "";
  if (kept) return kept;
  if (lost) throw new Halt(`Falta o arquivo ${file}: ${lost}. Recupere-o do seu backup.`);
  const secret = make();
  fs.writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}
