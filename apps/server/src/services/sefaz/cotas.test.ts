import { expect, test } from "vitest";
import { COTAS } from "./cotas.ts";

const TRES_HORAS_MS = 3 * 3_600_000;

test.each(Object.entries(COTAS))("%s names its source; an unverified date has a note", (_nome, cota) => {
  expect(cota.fonte.length).toBeGreaterThan(10);
  if (cota.data === null) expect(cota.nota).not.toBeNull();
  else expect(cota.data).toMatch(/^20[0-9]{2}-[0-9]{2}-[0-9]{2}$/);
});

test.each(Object.entries(COTAS))("uses of %s are kept longer than its window", (_nome, cota) => {
  expect(cota.limite).toBeGreaterThan(0);
  expect(cota.janelaMs).toBeLessThan(TRES_HORAS_MS);
});
