import { expect, test } from "vitest";
import { COLUMNS, optionalColumnsOf, readVisibleColumns, writeVisibleColumns } from "./visible-columns.ts";

test("without a choice the list shows its default columns; chosen columns keep the list's order", () => {
  expect(readVisibleColumns(null)).not.toContain("chave");
  expect(readVisibleColumns(null)).toContain("sefaz");
  const chosen = readVisibleColumns("uf,chave,tipo");
  expect(chosen).toEqual(["tipo", "numero", "parte", "uf", "valor", "chave"]);
  expect(readVisibleColumns(writeVisibleColumns(chosen))).toEqual(chosen);
});

test("type, number, party and value are always shown, whatever choice is stored", () => {
  for (const kept of ["", "lixo", "uf"]) {
    expect(readVisibleColumns(kept)).toEqual(expect.arrayContaining(["tipo", "numero", "parte", "valor"]));
  }
  expect(optionalColumnsOf("E")).not.toContain("numero");
});

test("the list of issued documents offers no manifestação column", () => {
  expect(optionalColumnsOf("S")).not.toContain("manifestacao");
  expect(optionalColumnsOf("E")).toContain("manifestacao");
  expect(COLUMNS.length).toBe(optionalColumnsOf("E").length + 4);
});
