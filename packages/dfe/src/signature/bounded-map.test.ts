import { expect, test } from "vitest";
import { BoundedMap } from "./bounded-map.ts";

test("a BoundedMap keeps up to the maximum of entries and deletes the oldest", () => {
  const map = new BoundedMap<string, number>(2);
  for (const [i, key] of ["a", "b", "b", "c"].entries()) map.set(key, i);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, 2, 3]);
});

test("a BoundedMap keeps up to the maximum weight and rejects a heavier entry", () => {
  const map = new BoundedMap<string, string>(100, 10);
  for (const key of ["a", "b", "c", "b"]) map.set(key, key, 4);
  expect([map.get("a"), map.get("b"), map.get("c")]).toEqual([undefined, "b", "c"]);
  map.set("d", "d", 11);
  expect([map.get("d"), map.get("b"), map.get("c")]).toEqual([undefined, "b", "c"]);
  map.set("e", "e", 10);
  expect([map.get("e"), map.get("b"), map.get("c")]).toEqual(["e", undefined, undefined]);
});
