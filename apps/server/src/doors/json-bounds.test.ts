import { JSON_NIVEIS_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { findExcess } from "./json-bounds.ts";

const nest = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const isTooDeep = (json: string): boolean => findExcess(Buffer.from(json), 1_000_000) === "levels";

test("as deep as allowed is read, one deeper is not", () => {
  expect([isTooDeep(nest(JSON_NIVEIS_MAX)), isTooDeep(nest(JSON_NIVEIS_MAX + 1))]).toEqual([false, true]);
});

test("wide is not deep", () => {
  expect(isTooDeep(`[${"[],{},".repeat(10_000)}0]`)).toBe(false);
});

test("what stands in a text is text, escaped quotes and backslashes too", () => {
  expect(isTooDeep(JSON.stringify({ a: `${nest(99)}"${nest(99)}\\` }))).toBe(false);
  expect(isTooDeep(`["\\\\", ${nest(JSON_NIVEIS_MAX)}]`)).toBe(true);
});

test("as many keys and elements as allowed are read, one more is not, and what is in a text is none", () => {
  const excess = (json: string): string | null => findExcess(Buffer.from(json), 5);
  expect([excess("[1,1,1,1,1]"), excess("[1,1,1,1,1,1]")]).toEqual([null, "items"]);
  expect([excess('{"a":[],"b":{},"c":1}'), excess('{"a":[],"b":{},"c":[]}')]).toEqual([null, "items"]);
  expect(excess(JSON.stringify([",,,,,,,,[[[[[["]))).toBe(null);
});
