import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { MIGRATIONS } from "../../src/setup/run-setup.ts";

/** Migrations of an invented later version: ours and one more. name: of that one. */
export type LaterVersion = { folder: string; name: string; dispose: () => Promise<void> };

const NAME = "20991231000000_later";
/** As an owner who is no superuser must: row security is forced on rows that a migration reads. */
const SQL = `ALTER TABLE conta ADD COLUMN tamanho integer;
ALTER TABLE conta NO FORCE ROW LEVEL SECURITY;
UPDATE conta SET tamanho = length(identificador);
ALTER TABLE conta FORCE ROW LEVEL SECURITY;`;

/** Invents a version whose migration adds a column and fills it from the rows of today's version. */
export async function inventLaterVersion(): Promise<LaterVersion> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-later-"));
  await fs.cp(MIGRATIONS, folder, { recursive: true });
  await fs.mkdir(path.join(folder, NAME));
  await fs.writeFile(path.join(folder, NAME, "migration.sql"), SQL);
  return { folder, name: NAME, dispose: () => fs.rm(folder, { recursive: true, force: true }) };
}
