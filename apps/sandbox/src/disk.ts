import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The files hold private keys and a password: only their owner may read them. */
const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export function ensureFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: OWNER_ONLY_FOLDER });
  chmodSync(path, OWNER_ONLY_FOLDER);
}

/** Writes a file atomically: a temporary file next to it, then a rename. */
export function writePrivate(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.tmp`;
  writeFileSync(temporary, content, { mode: OWNER_ONLY });
  chmodSync(temporary, OWNER_ONLY);
  renameSync(temporary, path);
}

export function writePrivateJson(path: string, value: unknown): void {
  writePrivate(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Reads a JSON file; null when it does not exist or holds no JSON. */
export function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
