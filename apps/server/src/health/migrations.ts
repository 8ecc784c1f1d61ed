import fs from "node:fs/promises";
import path from "node:path";
import type { AppContext } from "../app-context.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../../../prisma/migrations");

/** Finds migrations of this version that were not applied to the database. */
export async function findMissingMigrations({ database }: Pick<AppContext, "database">): Promise<string[]> {
  const entries = await fs.readdir(FOLDER, { withFileTypes: true });
  const done = new Set(await database.gatekeeper.findMigrations());
  return entries.filter((entry) => entry.isDirectory() && !done.has(entry.name)).map(({ name }) => name);
}
