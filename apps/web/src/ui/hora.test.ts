import { expect, test } from "vitest";
import { HORAS, placeOfHora } from "./hora.ts";

test("the list of times has one entry every 15 minutes", () => {
  expect(HORAS).toHaveLength(96);
  expect([HORAS[0], HORAS[1], HORAS[37], HORAS[95]]).toEqual(["00:00", "00:15", "09:15", "23:45"]);
});

test.each([
  ["09:30", "09:30"],
  ["9", "09:00"],
  ["14:44", "14:30"],
  ["ab:30", "00:30"],
])("typed %j is placed at %s", (typed, near) => {
  expect(HORAS[placeOfHora(typed)]).toBe(near);
});

test.each(["", "24:00"])("typed %j has no place in the list", (typed) => {
  expect(placeOfHora(typed)).toBe(-1);
});
