import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoad, type Road } from "./road.ts";
import { visitZoo } from "./zoo.ts";

/** Any seed must do; this one makes a failure repeatable. */
const SEMENTE = 20_261_120;

let road: Road;

beforeAll(async () => {
  road = await createRoad();
});
afterAll(async () => {
  await road.dispose();
});

test("one supplier e-mail of every kind gives all its documents, and every part a fate", async () => {
  const { falhas, dfe, especies } = await visitZoo(road, { semente: SEMENTE });
  expect(falhas.map(({ exemplar, errado }) => `${exemplar.especie}: ${errado.join("; ")}`)).toEqual([]);
  expect(especies).toBeGreaterThan(100);
  expect(dfe.reconhecidos).toBe(dfe.esperados);
});
