// The check of comments and test titles: what it reads and what it refuses.
import { expect, test } from "vitest";
import { findWords, MAX_COLUMNS, readProse } from "../prose/plain-words.mjs";

const SOURCE = [
  "/** Deletes expired deliveries.",
  " * @throws nothing */",
  'const url = "https://example.test/a"; // kept for one day',
  'test("decodes 1-bit greyscale", () => {});',
].join("\n");

test("all kinds of comments are read, also at the end of a line, but titles only in test files", () => {
  const lines = ["Deletes expired deliveries.", "@throws nothing */", "kept for one day"];
  expect(readProse("a.ts", SOURCE).map(({ text }) => text)).toEqual(lines);
  expect(readProse("a.test.ts", SOURCE).map(({ text }) => text)).toEqual([
    ...lines,
    "decodes 1-bit greyscale",
  ]);
  expect(readProse("a.sql", "-- one row per conta\nSELECT 1 -- of one month")).toHaveLength(2);
});

test("no line of a template literal is read as a comment, and reading continues after its end", () => {
  const text = ["const a = `", " * one \\` point", "// two", "`;", "// three"].join("\n");
  expect(readProse("a.ts", text).map((one) => one.text)).toEqual(["three"]);
});

test("a comment counts the columns of its whole line, a title counts none", () => {
  const long = `  // ${"a".repeat(MAX_COLUMNS)}`;
  expect(readProse("a.ts", long)[0]?.columns).toBe(long.length);
  expect(readProse("a.test.ts", `test("${"a".repeat(MAX_COLUMNS)}")`)[0]?.columns).toBe(0);
});

test.each([
  "A wish ends with the document",
  "nobody signs it",
  "lets go of tellings that are old",
  "the server is away",
])("the sentence «%s» is refused", (text) => {
  expect(findWords(text)).not.toEqual([]);
});

test.each(["Deletes expired deliveries.", "a letter is one of A to Z", "walks the tree"])(
  "the sentence «%s» is accepted",
  (text) => {
    expect(findWords(text)).toEqual([]);
  },
);
