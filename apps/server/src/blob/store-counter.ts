import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { isMissing } from "./make-folder.ts";

const COUNTER_FILE = ".malote-marca";

/** Reads the counter in a blob folder; 0 when it has none. */
export async function readStoreCounter(root: string): Promise<number> {
  try {
    const counter = Number((await fs.readFile(path.join(root, COUNTER_FILE), "utf8")).trim());
    return Number.isSafeInteger(counter) && counter > 0 ? counter : 0;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Writes the counter durably. */
export async function writeStoreCounter(root: string, counter: number): Promise<void> {
  const file = path.join(root, COUNTER_FILE);
  const temporaryFile = `${file}.${randomUUID()}.tmp`;
  const handle = await fs.open(temporaryFile, "wx", 0o600);
  try {
    await handle.writeFile(`${counter}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporaryFile, file);
}
