import { JSON_DEPTH_MAX } from "@malote/contract";
import { expect, test } from "vitest";
import { findExcess } from "./json-limits.ts";

const nest = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const isTooDeep = (json: string): boolean => findExcess(Buffer.from(json), 1_000_000) === "levels";

test("JSON of the allowed depth is accepted, and one level more is refused", () => {
  expect([isTooDeep(nest(JSON_DEPTH_MAX)), isTooDeep(nest(JSON_DEPTH_MAX + 1))]).toEqual([false, true]);
});

test("a wide JSON value is not deep", () => {
  expect(isTooDeep(`[${"[],{},".repeat(10_000)}0]`)).toBe(false);
});

test("brackets inside strings are ignored, with escaped quotes and backslashes", () => {
  expect(isTooDeep(JSON.stringify({ a: `${nest(99)}"${nest(99)}\\` }))).toBe(false);
  expect(isTooDeep(`["\\\\", ${nest(JSON_DEPTH_MAX)}]`)).toBe(true);
});

test("the allowed number of keys and elements outside strings is accepted, and one more is refused", () => {
  const excess = (json: string): string | null => findExcess(Buffer.from(json), 5);
  expect([excess("[1,1,1,1,1]"), excess("[1,1,1,1,1,1]")]).toEqual([null, "items"]);
  expect([excess('{"a":[],"b":{},"c":1}'), excess('{"a":[],"b":{},"c":[]}')]).toEqual([null, "items"]);
  expect(excess(JSON.stringify([",,,,,,,,[[[[[["]))).toBe(null);
});
