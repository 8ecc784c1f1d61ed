import fs from "node:fs/promises";

/** Makes the names of a folder's files durable. Windows cannot: its journal keeps the order of renames. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
