import { TIPOS_NOTA } from "@malote/syntax";
import { expect, test } from "vitest";
import { chartColors } from "../app/tokens.ts";

test("each document type has its own chart colour", () => {
  expect(new Set(chartColors).size).toBeGreaterThanOrEqual(TIPOS_NOTA.length);
});
