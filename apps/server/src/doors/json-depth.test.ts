import { expect, test } from "vitest";
import { isTooDeep, JSON_DEPTH_MAX } from "./json-depth.ts";

const nest = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const read = (json: string): boolean => isTooDeep(Buffer.from(json));

test("as deep as allowed is read, one deeper is not", () => {
  expect([read(nest(JSON_DEPTH_MAX)), read(nest(JSON_DEPTH_MAX + 1))]).toEqual([false, true]);
});

test("wide is not deep", () => {
  expect(read(`[${"[],{},".repeat(10_000)}0]`)).toBe(false);
});

test("what stands in a text is text, escaped quotes and backslashes too", () => {
  expect(read(JSON.stringify({ a: `${nest(99)}"${nest(99)}\\` }))).toBe(false);
  expect(read(`["\\\\", ${nest(JSON_DEPTH_MAX)}]`)).toBe(true);
});
