import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type KeySet, openKeySet } from "../document-generator/certificates/key-set.ts";
import { seedKeySet } from "../document-generator/certificates/shared-key-set.ts";
import { findHistory, writeHistory } from "./write-history.ts";

const NOW = new Date("2026-11-25T19:00:00Z");

let keySet: KeySet;
const dirs: string[] = [];

beforeAll(async () => {
  const dir = newDir();
  await seedKeySet(dir);
  keySet = await openKeySet(dir, NOW);
});
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true });
});

function newDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), "malote-historia-"));
  dirs.push(dir);
  return dir;
}

const ledgerOf = (dir: string): string => readFileSync(path.join(dir, "sefaz-livro.jsonl"), "utf8");

test("the same seed and day give the same documents, another seed gives others", async () => {
  const [first, same, other] = [newDir(), newDir(), newDir()];
  await writeHistory({ dir: first, keySet, now: NOW, seed: 1 });
  await writeHistory({ dir: same, keySet, now: NOW, seed: 1 });
  await writeHistory({ dir: other, keySet, now: NOW, seed: 2 });
  expect(ledgerOf(same)).toBe(ledgerOf(first));
  expect(ledgerOf(other)).not.toBe(ledgerOf(first));
});

test("a folder with a ledger gets no history", async () => {
  const dir = newDir();
  await writeHistory({ dir, keySet, now: NOW });
  const before = ledgerOf(dir);
  rmSync(findHistory(dir) ?? "");
  await writeHistory({ dir, keySet, now: NOW });
  expect(findHistory(dir)).toBe(null);
  expect(ledgerOf(dir)).toBe(before);
});
