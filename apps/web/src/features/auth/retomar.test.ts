import { expect, test } from "vitest";
import { isHoraDeRetomar } from "./retomar.ts";

test("retries 60 s after the session ended, only while the tab is visible", () => {
  expect(isHoraDeRetomar(0, 59_999, false)).toBe(false);
  expect(isHoraDeRetomar(0, 60_000, false)).toBe(true);
  expect(isHoraDeRetomar(0, 600_000, true)).toBe(false);
  expect(isHoraDeRetomar(600_000, 630_000, false)).toBe(false);
});
