import { expect, test } from "vitest";
import { parseDecimal, parseInteger } from "./number.ts";

test.each([
  ["0", 0],
  [" 42 ", 42],
  ["-7", -7],
  ["007", 7],
  ["1.234", 1_234],
  ["12.345.678", 12_345_678],
  ["999999999999999", 999_999_999_999_999],
])("parseInteiro reads %j as %i", (text, number) => {
  expect(parseInteger(text)).toBe(number);
});

test.each([
  "",
  " ",
  "x",
  "1,5",
  "1.5",
  "1.2345",
  "12.34.567",
  "1 000",
  "1e3",
  "0x1",
  "--1",
  "9999999999999999",
])("parseInteiro refuses %j", (text) => {
  expect(parseInteger(text)).toBeNull();
});

test.each([
  ["10", "10"],
  ["10,5", "10.5"],
  ["10.5", "10.5"],
  [" 0,01 ", "0.01"],
  ["-3,20", "-3.20"],
  ["1.234,56", "1234.56"],
  ["12.345.678,9", "12345678.9"],
])("parseDecimal accepts comma or dot: %j is %s", (text, decimal) => {
  expect(parseDecimal(text)).toBe(decimal);
});

test.each(["", ",", "1,", ",5", "1,2,3", "1,234.56", "1.23.456,7", "R$ 1", "1e3", "10,555", "1.234"])(
  "parseDecimal refuses %j",
  (text) => {
    expect(parseDecimal(text)).toBeNull();
  },
);

test("parseDecimal accepts no more places than its argument allows", () => {
  expect([parseDecimal("1,2345", 4), parseDecimal("1,23456", 4), parseDecimal("1,0", 0)]).toEqual([
    "1.2345",
    null,
    null,
  ]);
});
