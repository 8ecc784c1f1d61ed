import { HOUR_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import { simulateDay } from "./simulate-day.ts";

test("in a simulated day with faults, an outage and clock jumps, each of 300 notas is queried in time, without improper use", async () => {
  const result = await simulateDay({ notas: 300, cnpjs: 40, contas: 8, stepMs: 2 * HOUR_MS, seed: 5 });
  const { contadores, ...seen } = result;
  expect(seen).toMatchObject({ semRespostaEm24h: [], semConferencia: [], desistidas: 0 });
  expect(contadores.consumoIndevido).toBe(0);
  expect(Object.values(contadores.indevidos).filter((n) => n > 0)).toEqual([]);
  expect(contadores.emParalelo).toBe(1);
  expect(seen.autorizadores).toBeGreaterThan(25);
  expect(seen.falhas).toBeGreaterThan(0);
  expect(seen.aberturas, "the two hours must open a breaker").toBeGreaterThan(0);
  expect(seen.fechamentos).toBeGreaterThan(0);
}, 600_000);
