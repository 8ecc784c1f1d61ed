import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "../setup/seeded-random.ts";
import type { Drill } from "./drills/drill.ts";
import { DRILLS } from "./drills/drills.ts";
import { type Installation, openInstallation } from "./drills/installation.ts";
import { runDrill } from "./drills/run-drill.ts";

/** Fast drills that need neither root nor a tool; `npm run test:long -- operar` runs all of them. */
const QUICK = [
  "PostgreSQL morto (kill -9) e de volta",
  "Redis morto e de volta",
  "Redis esvaziado (FLUSHALL)",
  "worker morto (kill -9)",
  "http morto (kill -9)",
  "um arquivo ausente do armazém, e de volta",
];
/** Of the day; `SEMENTE=20261127` repeats another day's. */
const SEED = Number(process.env.SEMENTE ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));
/** The longest duration of a fault in this sample, in ms. */
const LASTS_MS = 1_000;

const draw = createRandom(SEED);
const chosen = QUICK.map((nome) => ({ nome, at: draw() }))
  .sort((a, b) => a.at - b.at)
  .slice(0, 2)
  .map(({ nome }) => ({ nome: `${nome} (SEMENTE=${SEED})`, exercicio: drillOf(nome) }));

let installation: Installation;
beforeAll(async () => {
  installation = await openInstallation();
});
afterAll(() => installation.close());

function drillOf(nome: string): Drill {
  const found = DRILLS.find((each) => each.name === nome);
  if (found === undefined) throw new Error(`there is no drill ${nome}`);
  return {
    ...found,
    faultMs: Math.min(found.faultMs ?? LASTS_MS, LASTS_MS),
    recoveryMaxS: Number.POSITIVE_INFINITY,
  };
}

// Recovery times are checked by the long suite: this machine is busy with other tests.
for (const { nome, exercicio } of chosen)
  test(`${nome}: no document is lost, duplicated or stuck, and no SEFAZ rule is broken`, async () => {
    const { documents: documentos, violations: errado } = await runDrill(installation, exercicio);
    expect(errado).toEqual([]);
    expect(documentos).toBeGreaterThanOrEqual(3);
  });
