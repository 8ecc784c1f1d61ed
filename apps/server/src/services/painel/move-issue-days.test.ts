import { expect, test } from "vitest";
import { isIssueDaysTask } from "./move-issue-days.ts";

test.each([
  ["dias", true],
  ["dias 35260112345678000195550010000000011000000017", true],
  ["12345678000195", false],
  ["12345678000195 dias", false],
  ["", false],
])("the target «%s» of a task of empresas asks for issue days: %s", (alvo, expected) => {
  expect(isIssueDaysTask(alvo)).toBe(expected);
});
