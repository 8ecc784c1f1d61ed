import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { withRepository } from "../../src/backup/backup-tools.ts";
import { readBlobIndex } from "../../src/backup/blobs/blob-index.ts";
import { readDamage } from "../../src/backup/damage/damage-record.ts";
import { readTableList } from "../../src/backup/manifest.ts";
import { objectKey } from "../../src/backup/repository.ts";
import { runPrune } from "../../src/backup/run-prune.ts";
import { runVerify } from "../../src/backup/run-verify.ts";
import { blobFolderOf, blobPath } from "../../src/blob/folder-store.ts";
import { describeList, describeVerified } from "../../src/commands/backup/describe-repository.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createBackup, openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";

let t: TestContext;
let contaId = "";
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  await insertArrivals(t, contaId, 20);
});
afterAll(() => t.dispose());
beforeEach(async () => {
  temp = await openTempFolder();
});
afterEach(() => temp.dispose());

const tools = () => toolsOf(sourceOf(t), temp.folder);
const verify = () => runVerify(tools(), { isRecorded: true });
const fileOf = (key: string): string => path.join(temp.folder, ...key.split("/"));
const manifests = (): string[] => fs.readdirSync(path.join(temp.folder, "manifestos")).sort().reverse();

/** Keys of one kind of object of the newest backup. */
async function keysOf(kind: "blobs" | "email" | "lista" | "indice"): Promise<string[]> {
  return await withRepository(tools(), "ler", async (repository) => {
    const manifest = (await repository.manifests())[0]?.manifest;
    const list = manifest?.tabelas.find(({ tabela }) => tabela === "email")?.lista;
    if (!manifest || !list) throw new Error("no backup");
    if (kind === "lista") return [objectKey(list[0])];
    if (kind === "indice") return manifest.blobs.indices.map(({ parte }) => objectKey(parte[0]));
    if (kind === "email") {
      const { segmentos } = readTableList(await repository.get(list));
      return segmentos.flatMap(({ partes }) => partes.map(([name]) => objectKey(name)));
    }
    const parts: string[] = [];
    for (const { parte } of manifest.blobs.indices)
      for (const { part } of readBlobIndex(await repository.get(parte)).parts) parts.push(objectKey(part[0]));
    return parts;
  });
}

function damage(key: string): void {
  const bytes = fs.readFileSync(fileOf(key));
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 16;
  fs.writeFileSync(fileOf(key), bytes);
}
const known = () => withRepository(tools(), "ler", readDamage);
const list = () =>
  withRepository(tools(), "ler", async (repository) =>
    describeList({ found: await repository.manifests(), damages: await readDamage(repository) }),
  );
const lastCheck = async () =>
  (await t.ctx.database.gatekeeper.findBackups(20)).find(({ tipo }) => tipo === "conferir");

test("verification names every damaged backup and the newest whole one", async () => {
  await createBackup(t, temp.folder);
  const before = await keysOf("blobs");
  await insertArrivals(t, contaId, 5);
  await createBackup(t, temp.folder);
  const [last = "", first = ""] = manifests();
  expect(await verify()).toMatchObject({ flaws: 0, hits: [], newestWhole: `manifestos/${last}` });

  // Only the second backup has the blobs added after the first.
  const [fresh = ""] = (await keysOf("blobs")).filter((key) => !before.includes(key));
  fs.rmSync(fileOf(fresh));
  const one = await verify();
  expect(one).toMatchObject({
    hits: [{ key: `manifestos/${last}`, objects: 1 }],
    newestWhole: `manifestos/${first}`,
  });
  damage(before[0] ?? "");
  const both = await verify();
  expect(both).toMatchObject({
    hits: [
      { key: `manifestos/${last}`, objects: 2 },
      { key: `manifestos/${first}`, objects: 1 },
    ],
    newestWhole: null,
  });
  const report = describeVerified(both);
  expect(report).toMatch(
    new RegExp(`atingido {2}\\d\\d/\\d\\d/\\d{4} \\d\\d:\\d\\d {2}${last.slice(17)} {2}2 objetos`),
  );
  expect(report).toContain("Nenhum backup está inteiro");
  expect(await list()).toMatch(/atingido: 1 objeto\nAVISO: No destino 2 objetos estão danificados ou faltam/);
  expect(await lastCheck()).toMatchObject({
    resultado: "falhou",
    mensagem: expect.stringContaining("backups atingidos: 2; nenhum está inteiro"),
  });
});

test("the next backup stores damaged objects again, so older backups are whole too, and records the repair", async () => {
  await createBackup(t, temp.folder);
  const damaged: string[] = [];
  for (const kind of ["blobs", "email", "lista"] as const) damaged.push((await keysOf(kind))[0] ?? "");
  for (const key of damaged) damage(key);
  expect((await verify()).flaws).toBeGreaterThan(2);
  expect((await known()).map(({ key }) => key)).toEqual(expect.arrayContaining(damaged));
  expect(await lastCheck()).toMatchObject({ resultado: "falhou" });
  await createBackup(t, temp.folder);
  expect(await known()).toEqual([]);
  expect(await verify()).toMatchObject({ flaws: 0, backups: 2, hits: [] });
  const [, report] = (await t.ctx.database.gatekeeper.findBackups(20)).filter(
    ({ tipo }) => tipo === "conferir",
  );
  expect(report).toMatchObject({
    resultado: "ok",
    mensagem: "Conserto: 3 objetos danificados foram guardados de novo e conferidos.",
  });
});

test("blobs whose index is damaged are stored again, and the newest backup is whole", async () => {
  await createBackup(t, temp.folder);
  damage((await keysOf("indice"))[0] ?? "");
  expect(await verify()).toMatchObject({ newestWhole: null });
  const { manifest } = await createBackup(t, temp.folder);
  expect(manifest.blobs.quantos).toBeGreaterThanOrEqual(40);
  expect(await verify()).toMatchObject({ newestWhole: `manifestos/${manifests()[0]}` });
});

test("pruning keeps the last whole backups besides newer damaged ones, unless the operator drops the damaged ones", async () => {
  const retention = { horas: 1, dias: 0, semanas: 0, meses: 0 };
  const prune = (dropDamaged = false) => runPrune(tools(), { retention, onlyPlan: false, dropDamaged });
  await createBackup(t, temp.folder);
  const before = await keysOf("blobs");
  await insertArrivals(t, contaId, 5);
  await createBackup(t, temp.folder);
  const [last = "", first = ""] = manifests();
  for (const key of await keysOf("blobs")) if (!before.includes(key)) damage(key);
  await verify();
  expect((await prune()).kept.map(({ key }) => key).sort()).toEqual([
    `manifestos/${first}`,
    `manifestos/${last}`,
  ]);
  const done = await prune(true);
  expect(done.dropped.map(({ key }) => key)).toEqual([`manifestos/${last}`]);
  expect(manifests()).toEqual([first]);
  damage((await keysOf("blobs"))[0] ?? "");
  await verify();
  await expect(prune(true)).rejects.toThrow(/Nenhum backup conhecido está inteiro: nada foi apagado/);
});

test("a blob also missing from the data folder stays a flaw of older backups; the rest of its object is stored again", async () => {
  await createBackup(t, temp.folder);
  const [row] = await t.asOwner<{ sha256: string }>("SELECT sha256 FROM email LIMIT 1");
  fs.rmSync(blobPath(blobFolderOf(t.config), contaId, row?.sha256 ?? ""));
  const [key = ""] = await keysOf("blobs");
  damage(key);
  await verify();
  const { manifest } = await createBackup(t, temp.folder);
  expect(manifest.falhas).toMatchObject([{ contaId, sha256: row?.sha256, tabela: "email", motivo: "falta" }]);
  const [last = "", first = ""] = manifests();
  expect(await known()).toEqual([{ key, kind: "danificado", hits: [`manifestos/${first}`] }]);
  expect(await verify()).toMatchObject({
    hits: [{ key: `manifestos/${first}` }],
    newestWhole: `manifestos/${last}`,
  });
});
