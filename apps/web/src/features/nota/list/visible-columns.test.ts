import { expect, test } from "vitest";
import { COLUMNS, optionalColumnsOf, readVisibleColumns, writeVisibleColumns } from "./visible-columns.ts";

test("shows the default columns without a choice, and chosen columns in the order of the list", () => {
  expect(readVisibleColumns(null)).not.toContain("chave");
  expect(readVisibleColumns(null)).toContain("sefaz");
  const chosen = readVisibleColumns("uf,chave,tipo");
  expect(chosen).toEqual(["tipo", "numero", "parte", "uf", "valor", "chave"]);
  expect(readVisibleColumns(writeVisibleColumns(chosen))).toEqual(chosen);
});

test("always shows type, number, party and value, whatever is stored", () => {
  for (const kept of ["", "lixo", "uf"]) {
    expect(readVisibleColumns(kept)).toEqual(expect.arrayContaining(["tipo", "numero", "parte", "valor"]));
  }
  expect(optionalColumnsOf("E")).not.toContain("numero");
});

test("offers no manifestação column for issued documents", () => {
  expect(optionalColumnsOf("S")).not.toContain("manifestacao");
  expect(optionalColumnsOf("E")).toContain("manifestacao");
  expect(COLUMNS.length).toBe(optionalColumnsOf("E").length + 4);
});
