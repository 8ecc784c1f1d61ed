import { expect, test } from "vitest";
import { findAvisoDoPrazo, findJanelas } from "./aviso-prazo.rules.ts";

const DIA_MS = 86_400_000;
const AGORA = new Date("2026-11-24T12:00:00Z");
const daqui = (dias: number, ms = 0): Date => new Date(AGORA.getTime() + dias * DIA_MS + ms);

test("a notice is due at 15 and at 3 days, each once; where both are due, only the later one", () => {
  expect(findAvisoDoPrazo(daqui(15, 1), null, AGORA)).toBeNull();
  expect(findAvisoDoPrazo(daqui(15), null, AGORA)).toBe(15);
  expect(findAvisoDoPrazo(daqui(4), 15, AGORA)).toBeNull();
  expect(findAvisoDoPrazo(daqui(3), 15, AGORA)).toBe(3);
  expect(findAvisoDoPrazo(daqui(3), null, AGORA)).toBe(3);
  expect(findAvisoDoPrazo(daqui(1), 3, AGORA)).toBeNull();
  expect(findAvisoDoPrazo(daqui(0, -1), null, AGORA)).toBeNull();
});

test("covers the deadlines of both rules, each for the documents to which it applies", () => {
  expect(findJanelas(AGORA)).toEqual([
    { de: daqui(-90), ate: daqui(-75), dias: 90 },
    { de: new Date("2026-05-28T12:00:00Z"), ate: new Date("2026-06-01T02:59:59.999Z"), dias: 180 },
  ]);
  expect(findJanelas(new Date("2027-03-01T00:00:00Z"))).toHaveLength(1);
});
