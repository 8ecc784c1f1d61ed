import { afterAll, beforeAll, expect, test } from "vitest";
import { createRoad, type Road } from "./road.ts";
import { visitZoo } from "./zoo.ts";

/** Any seed must pass; a fixed one makes a failure repeatable. */
const SEMENTE = 20_261_120;

let road: Road;

beforeAll(async () => {
  road = await createRoad();
});
afterAll(async () => {
  await road.dispose();
});

test("reads every document of one sample of each kind of supplier e-mail, and gives every part a destino", async () => {
  const { falhas, dfe, especies } = await visitZoo(road, { semente: SEMENTE });
  expect(falhas.map(({ exemplar, errado }) => `${exemplar.especie}: ${errado.join("; ")}`)).toEqual([]);
  expect(especies).toBeGreaterThan(100);
  expect(dfe.reconhecidos).toBe(dfe.esperados);
});
