import fs from "node:fs";
import path from "node:path";
import { DAY_MS } from "@malote/syntax";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withRepository } from "../../src/backup/backup-tools.ts";
import { connectOwner, tryLockBackups } from "../../src/backup/dump/tables.rows.ts";
import { runPrune } from "../../src/backup/run-prune.ts";
import { verifyShare } from "../../src/backup/scheduler/verify-share.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createBackup, openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";

const ONLY_LAST = { horas: 1, dias: 0, semanas: 0, meses: 0 };
let t: TestContext;
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeEach(async () => {
  t = await createTestContext();
  temp = await openTempFolder();
  const { contaId } = await t.createConta();
  await insertArrivals(t, contaId, 10);
  await createBackup(t, temp.folder);
  await insertArrivals(t, contaId, 10);
  await createBackup(t, temp.folder);
});
afterEach(async () => {
  await t.dispose();
  await temp.dispose();
});

/** Makes every stored object two days old. */
function ageObjects(): void {
  const old = new Date(Date.now() - 2 * DAY_MS);
  for (const name of objects()) fs.utimesSync(path.join(temp.folder, "objetos", name), old, old);
}
const objects = (): string[] =>
  fs
    .readdirSync(path.join(temp.folder, "objetos"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.includes("/"));
const manifests = (): string[] => fs.readdirSync(path.join(temp.folder, "manifestos")).sort();
const prune = (onlyPlan = false) =>
  runPrune(toolsOf(sourceOf(t), temp.folder), { retention: ONLY_LAST, onlyPlan });
/** Opens everything that a kept backup names. */
async function countFlaws(): Promise<number> {
  return await withRepository(toolsOf(sourceOf(t), temp.folder), "ler", async (repository) => {
    const plan = await verifyShare(repository, { share: 0, of: 1 });
    for (const { manifest } of await repository.manifests()) {
      for (const { lista } of manifest?.tabelas ?? []) await repository.get(lista);
      for (const { parte } of manifest?.blobs.indices ?? []) await repository.get(parte);
    }
    return plan.flaws.length;
  });
}

test("pruning keeps the last backup with all its objects, as the simulation announced", async () => {
  ageObjects();
  const before = objects();
  const [, last] = manifests();
  const plan = await prune(true);
  expect(objects()).toEqual(before);
  expect(manifests()).toHaveLength(2);
  expect([plan.kept.length, plan.dropped.length, plan.withoutKey]).toEqual([1, 1, 0]);
  expect(plan.objects.length).toBeGreaterThan(0);
  const done = await prune();
  expect(done).toEqual(plan);
  expect(manifests()).toEqual([last]);
  expect(objects()).toHaveLength(before.length - plan.objects.length);
  expect(await countFlaws()).toBe(0);
  expect((await prune()).objects).toEqual([]);
});

test("an object that no backup names stays for a day: another machine's backup may be running", async () => {
  const before = objects();
  const plan = await prune();
  expect(plan).toMatchObject({ objects: [], bytes: 0 });
  expect(plan.dropped).toHaveLength(1);
  expect(objects()).toEqual(before);
});

test("pruning is refused while a backup of the same database runs", async () => {
  const other = await connectOwner(t.ownerUrl);
  expect(await tryLockBackups(other)).toBe(true);
  await expect(prune()).rejects.toThrow(/em andamento/);
  expect(manifests()).toHaveLength(2);
  await other.end();
});

test("no object is deleted while the lists of a kept backup cannot be opened", async () => {
  ageObjects();
  for (const name of objects()) {
    const file = path.join(temp.folder, "objetos", name);
    const bytes = fs.readFileSync(file);
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
  }
  const before = objects();
  await expect(prune()).rejects.toThrow();
  expect(objects()).toEqual(before);
  expect(manifests()).toHaveLength(2);
});
test("no object is deleted while this machine lacks the key of a backup", async () => {
  ageObjects();
  const foreign = path.join(
    temp.folder,
    "manifestos",
    "20200101T000000Z-01900000-0000-7000-8000-000000000001",
  );
  const bytes = fs.readFileSync(path.join(temp.folder, "manifestos", manifests()[0] ?? ""));
  bytes.fill(7, 4, 20);
  fs.writeFileSync(foreign, bytes);
  const before = objects();
  const plan = await prune();
  expect(plan).toMatchObject({ withoutKey: 1, objects: [] });
  expect(objects()).toEqual(before);
  expect(fs.existsSync(foreign)).toBe(true);
});
