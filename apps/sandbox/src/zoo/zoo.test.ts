import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Acervo, openAcervo } from "../papelaria/acervo.ts";
import { seedAcervo } from "../papelaria/acervo-comum.ts";
import { createPapelaria } from "../papelaria/papelaria.ts";
import { createSorteioComSemente } from "../papelaria/producao/sorteio-semente.ts";
import { createZoo, type Zoo } from "./zoo.ts";

const AGORA = new Date("2026-11-20T13:00:00Z");
const KINDS_MIN = 60;

let dir: string;
let acervo: Acervo;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-zoo-"));
  await seedAcervo(dir);
  acervo = await openAcervo(dir, AGORA);
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("the same seed creates the same messages, in any order of creation", async () => {
  const [one, other] = [await openZoo(7), await openZoo(7)];
  const all = one.especies.map((_, indice) => one.make(indice));
  for (const { indice, raw, especie, gabarito } of all.toReversed()) {
    const again = other.make(indice);
    expect(again.raw.equals(raw), especie).toBe(true);
    expect(again.gabarito).toEqual(gabarito);
  }
  const documentos = all.flatMap(({ gabarito: { dfe, talvez } }) => [...dfe, ...talvez]);
  const named = documentos.map(({ chave, natureza }) => `${natureza} ${chave}`);
  expect(new Set(named).size, "no two messages bring the same document").toBe(named.length);
});

test("another seed creates other messages", async () => {
  const [one, other] = [await openZoo(7), await openZoo(8)];
  expect(one.make(0).raw.equals(other.make(0).raw)).toBe(false);
});

test("the kinds have unique names and take turns", async () => {
  const { especies, make } = await openZoo(1);
  expect(especies.length).toBeGreaterThan(KINDS_MIN);
  expect(new Set(especies).size).toBe(especies.length);
  expect(make(especies.length + 3).especie).toBe(especies[3]);
});

async function openZoo(semente: number): Promise<Zoo> {
  const sorteio = createSorteioComSemente();
  const papelaria = createPapelaria(acervo, sorteio);
  const destino = "notas@ipedolargo.example";
  const pedido = { papelaria, sorteio, semente, agora: AGORA, destino };
  return await createZoo({ ...pedido, assinante: acervo.servidor });
}
