import { afterAll, beforeAll, expect, test } from "vitest";
import { createRandom } from "./acaso.ts";
import { type Casa, openCasa } from "./operar/casa.ts";
import { EXERCICIOS, type Exercicio } from "./operar/exercicios.ts";
import { exercitar } from "./operar/exercitar.ts";

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
const SEMENTE = Number(process.env.SEMENTE ?? new Date().toISOString().slice(0, 10).replaceAll("-", ""));
/** The longest duration of a fault in this sample, in ms. */
const LASTS_MS = 1_000;

const draw = createRandom(SEMENTE);
const chosen = QUICK.map((nome) => ({ nome, at: draw() }))
  .sort((a, b) => a.at - b.at)
  .slice(0, 2)
  .map(({ nome }) => ({ nome: `${nome} (SEMENTE=${SEMENTE})`, exercicio: exercicioOf(nome) }));

let casa: Casa;
beforeAll(async () => {
  casa = await openCasa();
});
afterAll(() => casa.close());

function exercicioOf(nome: string): Exercicio {
  const found = EXERCICIOS.find((each) => each.nome === nome);
  if (found === undefined) throw new Error(`there is no drill ${nome}`);
  return { ...found, lastsMs: Math.min(found.lastsMs ?? LASTS_MS, LASTS_MS), maxS: Number.POSITIVE_INFINITY };
}

// Recovery times are checked by the long suite: this machine is busy with other tests.
for (const { nome, exercicio } of chosen)
  test(`${nome}: no document is lost, duplicated or stuck, and no SEFAZ rule is broken`, async () => {
    const { documentos, errado } = await exercitar(casa, exercicio);
    expect(errado).toEqual([]);
    expect(documentos).toBeGreaterThanOrEqual(3);
  });
