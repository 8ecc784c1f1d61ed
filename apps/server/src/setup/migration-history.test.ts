import { expect, test } from "vitest";
import { findForeignMigration } from "./migration-history.ts";

const named = (...names: string[]) => names.map((name) => ({ name, checksum: `sum of ${name}` }));
const OURS = named("2_tables", "3_rows");

test.each([
  ["an empty database", []],
  ["an older database of this line", named("2_tables")],
  ["a current database", named("3_rows", "2_tables")],
])("%s has no foreign migration", (_, applied) => {
  expect(findForeignMigration(applied, OURS)).toBeNull();
});

test("a database from before the baseline is recognised by its newest migration", () => {
  expect(findForeignMigration(named("1_a", "1_c", "1_b"), OURS)).toEqual({ kind: "earlier", name: "1_c" });
});

test("a database of a later version is recognised by its newest migration", () => {
  const applied = named("2_tables", "3_rows", "4_more", "5_more");
  expect(findForeignMigration(applied, OURS)).toEqual({ kind: "later", name: "5_more" });
});

test("an edited migration is recognised by its text", () => {
  const applied = [...named("2_tables"), { name: "3_rows", checksum: "of another text" }];
  expect(findForeignMigration(applied, OURS)).toEqual({ kind: "edited", name: "3_rows" });
});
