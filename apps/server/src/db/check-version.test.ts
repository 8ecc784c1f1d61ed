import { expect, test } from "vitest";
import { StartRefusal } from "../errors.ts";
import { checkVersion } from "./check-version.ts";

test("a PostgreSQL that is too old is refused with its version, before any change", () => {
  expect(() => checkVersion(150_018)).toThrow(StartRefusal);
  expect(() => checkVersion(160_010)).toThrow("é o 16; o Malote precisa do 17 ou mais novo");
  expect(() => checkVersion(170_000)).not.toThrow();
  expect(() => checkVersion(180_004)).not.toThrow();
});
