// Migrations are only added (docs/adr/0090-baseline-and-later-migrations.md): databases have the older ones.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { expect, test } from "vitest";
import { at } from "../setup/root.mjs";

const LIST = "prisma/migrations.sha256";
const FOLDER = "prisma/migrations";

/** Lines of `sha256sum`, so that `cd prisma && sha256sum -c migrations.sha256` checks them too. */
function sumMigrations() {
  const names = fs.readdirSync(at(FOLDER)).filter((name) => fs.existsSync(at(FOLDER, name, "migration.sql")));
  return names.sort().map((name) => {
    const sql = fs.readFileSync(at(FOLDER, name, "migration.sql"));
    return `${createHash("sha256").update(sql).digest("hex")}  migrations/${name}/migration.sql`;
  });
}

test("no migration was edited or removed, and each new one is added at the end of the list of checksums", () => {
  const listed = fs.readFileSync(at(LIST), "utf8").trimEnd().split("\n");
  expect(sumMigrations()).toEqual(listed);
});
