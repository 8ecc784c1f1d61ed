import { describe, expect, test } from "vitest";
import { comparePaths, queryOfText, summarize } from "./email.rules.ts";

describe("a full-text query", () => {
  test.each([
    ["nota fiscal", "'nota':* & 'fiscal':*"],
    ["  a@b.example  ", "'a@b.example':*"],
    ["d'água", "'d''água':*"],
    ["a\\b", "'a\\\\b':*"],
    ["& | ! :* ()", ""],
    ["", ""],
  ])("the full-text query of %j is %j", (text, query) => {
    expect(queryOfText(text)).toBe(query);
  });
});

test("parts are sorted by position, each package before its content", () => {
  const order = ["10", "2/10", "1", "2", "2/2", "2/2/1"];
  expect(order.toSorted(comparePaths)).toEqual(["1", "2", "2/2", "2/2/1", "2/10", "10"]);
});

test("the summary of an e-mail is one line of at most 160 characters", () => {
  expect(summarize("  Bom dia,\r\n\r\n segue  a nota.\t")).toBe("Bom dia, segue a nota.");
  const long = summarize("palavra ".repeat(50));
  expect(long.length).toBeLessThanOrEqual(160);
  expect(long.endsWith("…")).toBe(true);
  expect(summarize("x".repeat(160))).toHaveLength(160);
});
