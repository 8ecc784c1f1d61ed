import { VISAO_COLUNAS_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import {
  COLUMNS,
  type ColumnLayout,
  hideColumn,
  moveColumn,
  optionalColumnsOf,
  pinColumn,
  readColumns,
  resizeColumn,
  showColumn,
  WIDTH_MAX,
  WIDTH_MIN,
  writeColumns,
} from "./column-layout.ts";

const keysOf = (columns: ColumnLayout): string => columns.map(({ key }) => key).join(",");

test("without a choice the list shows its default columns; chosen ones keep the user's order", () => {
  expect(keysOf(readColumns(null))).not.toContain("chave");
  expect(keysOf(readColumns(""))).toContain("sefaz");
  const chosen = readColumns("uf,chave:300,tipo!,numero,parte,valor");
  expect(keysOf(chosen)).toBe("tipo,uf,chave,numero,parte,valor");
  expect(readColumns(writeColumns(chosen))).toEqual(chosen);
});

test("type, number, party and value are always shown, whatever choice is stored", () => {
  for (const kept of ["lixo", "uf", "uf:9999,uf,uf!", "__proto__:10"]) {
    const keys = readColumns(kept).map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(["tipo", "numero", "parte", "valor"]));
    expect(new Set(keys).size).toBe(keys.length);
  }
  expect(optionalColumnsOf("E")).not.toContain("numero");
});

test("the list of issued documents offers no manifestação column", () => {
  expect(optionalColumnsOf("S")).not.toContain("manifestacao");
  expect(optionalColumnsOf("E")).toContain("manifestacao");
  expect(COLUMNS.length).toBe(optionalColumnsOf("E").length + 4);
});

test("a column is hidden, and shown again at its usual place", () => {
  const without = hideColumn(readColumns(null), "uf");
  expect(keysOf(without)).not.toContain("uf");
  expect(keysOf(showColumn(without, "uf"))).toBe(keysOf(readColumns(null)));
});

test("a width stays within its limits, also one that was stored", () => {
  const widthOf = (columns: ColumnLayout) => columns.find(({ key }) => key === "uf")?.width;
  expect(widthOf(resizeColumn(readColumns(null), "uf", 91.6))).toBe(92);
  expect(widthOf(resizeColumn(readColumns(null), "uf", 5))).toBe(WIDTH_MIN);
  expect(widthOf(readColumns("uf:999"))).toBe(WIDTH_MAX);
});

test("a column moves among its own kind, and pinned ones stay first", () => {
  const columns = readColumns("tipo,numero,parte,valor");
  expect(keysOf(moveColumn(columns, "valor", -1))).toBe("tipo,numero,valor,parte");
  expect(moveColumn(columns, "tipo", -1)).toEqual(columns);
  const pinned = pinColumn(columns, "parte", true);
  expect(keysOf(pinned)).toBe("parte,tipo,numero,valor");
  expect(moveColumn(pinned, "parte", 1)).toEqual(pinned);
  expect(writeColumns(pinned)).toBe("parte!,tipo,numero,valor");
  expect(writeColumns(pinColumn(pinned, "parte", false))).toBe("parte,tipo,numero,valor");
});

test("all columns with widths and pins fit into a saved view", () => {
  const all = COLUMNS.map((key) => ({ key, width: 800, pinned: true }));
  expect(writeColumns(all).length).toBeLessThanOrEqual(VISAO_COLUNAS_MAX);
});
