import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KeySet, openKeySet } from "../document-generator/certificates/key-set.ts";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { createSeededRandom } from "../document-generator/command/seeded-random.ts";
import { createDocumentGenerator } from "../document-generator/document-generator.ts";
import { createSamples, type SampleSeries } from "./samples.ts";

const NOW = new Date("2026-11-20T13:00:00Z");
const KINDS_MIN = 60;

let dir: string;
let keySet: KeySet;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "malote-zoo-"));
  await seedKeySet(dir);
  keySet = await openKeySet(dir, NOW);
}, 30_000);

afterAll(() => rmSync(dir, { recursive: true, force: true }));

test("the same seed creates the same sample messages, whatever the order of creation", async () => {
  const [one, other] = [await openSamples(7), await openSamples(7)];
  const all = one.kinds.map((_, index) => one.make(index));
  for (const { index, raw, kind, expected } of all.toReversed()) {
    const again = other.make(index);
    expect(again.raw.equals(raw), kind).toBe(true);
    expect(again.expected).toEqual(expected);
  }
  const documentos = all.flatMap(({ expected: { dfe, possible: talvez } }) => [...dfe, ...talvez]);
  const named = documentos.map(({ chave, natureza }) => `${natureza} ${chave}`);
  expect(new Set(named).size, "no two messages bring the same document").toBe(named.length);
});

test("a different seed creates different sample messages", async () => {
  const [one, other] = [await openSamples(7), await openSamples(8)];
  expect(one.make(0).raw.equals(other.make(0).raw)).toBe(false);
});

test("the kinds of sample messages have unique names and are created in turn", async () => {
  const { kinds, make } = await openSamples(1);
  expect(kinds.length).toBeGreaterThan(KINDS_MIN);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(make(kinds.length + 3).kind).toBe(kinds[3]);
});

async function openSamples(seed: number): Promise<SampleSeries> {
  const random = createSeededRandom();
  const generator = createDocumentGenerator(keySet, random);
  const destino = "notas@ipedolargo.example";
  const options = { generator, random, semente: seed, now: NOW, destino };
  return await createSamples({ ...options, signer: keySet.servidor });
}
