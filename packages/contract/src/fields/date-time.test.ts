import { expect, test } from "vitest";
import { parseDay, parseTime } from "./date-time.ts";

test.each([
  ["22/11/2026", "2026-11-22"],
  [" 01/01/1901 ", "1901-01-01"],
  ["29/02/2024", "2024-02-29"],
])("parseData reads %j as %s", (text, dia) => {
  expect(parseDay(text)).toBe(dia);
});

test.each([
  "",
  "29/02/2026",
  "31/04/2026",
  "00/01/2026",
  "01/13/2026",
  "01/01/0000",
  "1/1/2026",
  "01/01/26",
  "2026-01-01",
  "01-01-2026",
  "01/01/2026 10:00",
])("parseData refuses the invalid date %j", (text) => {
  expect(parseDay(text)).toBeNull();
});

test.each([
  ["09:30", "09:30"],
  [" 9:5 ", "09:05"],
  ["23:59", "23:59"],
  ["00:00", "00:00"],
])("parseHora reads %j as %s", (text, hora) => {
  expect(parseTime(text)).toBe(hora);
});

test.each([
  ["ab:30", "00:30"],
  ["10:xx", "10:00"],
  ["a:b", "00:00"],
  ["9", "09:00"],
  ["9:", "09:00"],
  [":15", "00:15"],
  ["x", "00:00"],
  ["-1:30", "00:30"],
  ["1.5:30", "00:30"],
])("parseHora reads a part that is no whole number as 0: %j is %s", (text, hora) => {
  expect(parseTime(text)).toBe(hora);
});

test.each(["", "  ", "24:00", "12:60", "99:99", "10:30:00"])(
  "parseHora refuses the invalid time %j",
  (text) => {
    expect(parseTime(text)).toBeNull();
  },
);
