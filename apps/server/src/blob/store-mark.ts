import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { isMissing } from "./make-folder.ts";

const MARK_FILE = ".malote-marca";

/** Reads the counter in a blob folder; 0 when it has none. */
export async function readMark(root: string): Promise<number> {
  try {
    const mark = Number((await fs.readFile(path.join(root, MARK_FILE), "utf8")).trim());
    return Number.isSafeInteger(mark) && mark > 0 ? mark : 0;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}

/** Writes the counter durably. */
export async function writeMark(root: string, mark: number): Promise<void> {
  const file = path.join(root, MARK_FILE);
  const aside = `${file}.${randomUUID()}.tmp`;
  const handle = await fs.open(aside, "wx", 0o600);
  try {
    await handle.writeFile(`${mark}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(aside, file);
}
