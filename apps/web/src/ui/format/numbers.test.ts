import { expect, test } from "vitest";
import { formatDecimal, formatDocumentNumber } from "./numbers.ts";

test.each([
  ["000184220", "184.220"],
  ["7", "7"],
  ["000", "0"],
  ["1234567", "1.234.567"],
])("document number %s is formatted as %s", (number, shown) => {
  expect(formatDocumentNumber(number)).toBe(shown);
});

test.each([
  ["1200.5000", 0, "1.200,5"],
  ["29.0000", 0, "29"],
  ["64.9000000000", 2, "64,90"],
  ["11.7807", 2, "11,7807"],
] as const)("decimal %s with at least %s places is formatted as %s", (decimal, places, shown) => {
  expect(formatDecimal(decimal, places)).toBe(shown);
});
