import { expect, test } from "vitest";
import { labelledPlaces } from "./chart-labels.ts";

test.each([
  [0, 6, [0, 1, 2, 3, 4, 5, 6]],
  [0, 29, [0, 4, 8, 12, 16, 20, 24, 28]],
  [-0.4, 0.4, [0]],
  [9.6, 12.4, [10, 11, 12]],
])("an axis from %d to %d has labels at %j", (min, max, places) => {
  expect(labelledPlaces(min, max)).toEqual(places);
});
