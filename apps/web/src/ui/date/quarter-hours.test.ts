import { expect, test } from "vitest";
import { indexOfTime, QUARTER_HOURS } from "./quarter-hours.ts";

test("the list of times has one entry every 15 minutes", () => {
  expect(QUARTER_HOURS).toHaveLength(96);
  expect([QUARTER_HOURS[0], QUARTER_HOURS[1], QUARTER_HOURS[37], QUARTER_HOURS[95]]).toEqual([
    "00:00",
    "00:15",
    "09:15",
    "23:45",
  ]);
});

test.each([
  ["09:30", "09:30"],
  ["9", "09:00"],
  ["14:44", "14:30"],
  ["ab:30", "00:30"],
])("the typed time %j selects the entry %s of the list", (typed, near) => {
  expect(QUARTER_HOURS[indexOfTime(typed)]).toBe(near);
});

test.each(["", "24:00"])("the typed time %j selects no entry of the list", (typed) => {
  expect(indexOfTime(typed)).toBe(-1);
});
