import { expect, test } from "vitest";
import { beginsByItself, createdAtOf, TOUR_STEPS } from "./tour-steps.ts";

const NOW = new Date("2026-11-29T12:00:00Z");
const DAY_MS = 86_400_000;

/** An id of version 7, made some days before. */
function madeBefore(days: number): string {
  const time = (NOW.getTime() - days * DAY_MS).toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000001`;
}

test.each([
  ["a new user", { seen: false, usuarioId: madeBefore(0.1), isDemo: false }, true],
  ["a new user who has seen it", { seen: true, usuarioId: madeBefore(0.1), isDemo: false }, false],
  ["a user who was invited days ago", { seen: false, usuarioId: madeBefore(6), isDemo: false }, true],
  ["an old user in a new browser", { seen: false, usuarioId: madeBefore(7), isDemo: false }, false],
  ["a visitor of a demo", { seen: false, usuarioId: madeBefore(90), isDemo: true }, true],
  ["a visitor of a demo who has seen it", { seen: true, usuarioId: madeBefore(90), isDemo: true }, false],
])("the tour begins by itself, or not: %s", (_who, state, begins) => {
  expect(beginsByItself(state, NOW)).toBe(begins);
});

test("an id of another version has no time", () => {
  expect(createdAtOf("01900000-0000-4000-8000-00000000000b")).toBeNull();
  expect(createdAtOf(madeBefore(0))).toEqual(NOW);
});

test("the tour has at most five steps", () => {
  expect(TOUR_STEPS.length).toBeLessThanOrEqual(5);
});
