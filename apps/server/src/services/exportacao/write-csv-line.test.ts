import { expect, test } from "vitest";
import { writeCsvLine } from "./write-csv-line.ts";

test.each([
  ["=cmd()|'/c calc'!A0", "'=cmd()|'/c calc'!A0"],
  ["+55 11 4000-0000", "'+55 11 4000-0000"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["  =1+1", "'  =1+1"],
  ["＝1+1", "'＝1+1"],
  ["\tcom tab", "'\tcom tab"],
  ["\rcom CR", '"\'\rcom CR"'],
  ["\ncom LF", '"\'\ncom LF"'],
  ["\0com NUL", "'\0com NUL"],
])("a cell that a spreadsheet would run as a formula gets an apostrophe: %j", (text, cell) => {
  expect(writeCsvLine([text])).toBe(`${cell}\r\n`);
});

test.each([
  ["Padaria; Café", '"Padaria; Café"'],
  ['Bar "do Zé"', '"Bar ""do Zé"""'],
  ["duas\nlinhas", '"duas\nlinhas"'],
  [" com espaço ", '" com espaço "'],
  ["a=b-c@d", "a=b-c@d"],
  ["", ""],
])("a cell is quoted only where necessary: %j", (text, cell) => {
  expect(writeCsvLine([text, "x"])).toBe(`${cell};x\r\n`);
});
