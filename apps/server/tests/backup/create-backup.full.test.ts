import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BLOB_SOURCES } from "../../src/backup/dump/blob-refs.ts";
import { runCreate } from "../../src/backup/run-create.ts";
import { runVerify } from "../../src/backup/run-verify.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createBackup, openTempFolder, PASSPHRASE, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";

let t: TestContext;
let contaId = "";
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeAll(async () => {
  t = await createTestContext();
  temp = await openTempFolder();
  ({ contaId } = await t.createConta());
  await insertArrivals(t, contaId, 300);
});
afterAll(async () => {
  await t.dispose();
  await temp.dispose();
});

test("a second backup stores only what was added since the first", async () => {
  const first = await createBackup(t, temp.folder);
  expect(first.manifest).toMatchObject({ documentos: 330, emails: 300, falhasTotal: 0 });
  expect(first.manifest.blobs.quantos).toBe(600);
  const idle = await createBackup(t, temp.folder);
  expect(idle.manifest.documentos).toBe(330);
  expect(idle.bytesNovos).toBeLessThan(first.bytesNovos / 50);
  await insertArrivals(t, contaId, 10);
  const second = await createBackup(t, temp.folder);
  expect(second.manifest).toMatchObject({ documentos: 341, emails: 310 });
  expect(second.manifest.blobs.quantos).toBe(620);
  expect(await t.ctx.database.gatekeeper.findBackups(3)).toMatchObject([
    { tipo: "criar", resultado: "ok", documentos: 341, bytesNovos: second.bytesNovos },
    { resultado: "ok" },
    { resultado: "ok" },
  ]);
});

test("the backup reads every column that names a blob, and a new column must be listed", async () => {
  const rows = await t.asOwner<{ nome: string }>(
    `SELECT c.relname || '.' || a.attname AS nome FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attname LIKE '%sha256%'
       AND a.attnum > 0 AND NOT a.attisdropped`,
  );
  // The first is the hash of documento_xml, the second that of bytes that another row names.
  const noBlobs = ["documento.sha256", "antivirus.sha256"];
  const read = Object.entries(BLOB_SOURCES).map(([table, { columns }]) => `${table}.${columns[1]}`);
  expect(rows.map(({ nome }) => nome).sort()).toEqual([...read, ...noBlobs].sort());
});

test("no table takes its numbers from a sequence, which no backup would hold", async () => {
  expect(
    await t.asOwner(
      "SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace",
    ),
  ).toEqual([]);
});

test("a run that is killed in the middle leaves no backup, and the next run is whole", async () => {
  const cut = await openTempFolder();
  try {
    const { databaseUrl, dataDir, chave } = t.config;
    const env = {
      ...{
        PATH: process.env.PATH,
        DATABASE_URL: t.ownerUrl,
        DATABASE_APP_URL: databaseUrl,
        DATA_DIR: dataDir,
      },
      ...{ MALOTE_KEY: chave.toString("base64"), BACKUP_SENHA: PASSPHRASE, BACKUP_DESTINO: cut.folder },
    };
    const program = path.resolve(import.meta.dirname, "../../dist/backup.mjs");
    const child = spawn(process.execPath, [program, "criar"], { env, stdio: "ignore" });
    const exited = once(child, "exit");
    while (child.exitCode === null && !(await exists(path.join(cut.folder, "objetos")))) await sleep(5);
    child.kill("SIGKILL");
    await exited;
    expect(await exists(path.join(cut.folder, "objetos"))).toBe(true);
    expect(await exists(path.join(cut.folder, "manifestos"))).toBe(false);
    const { manifest } = await createBackup(t, cut.folder);
    expect(manifest.emails).toBe(310);
    const verified = await runVerify(toolsOf(sourceOf(t), cut.folder), { isRecorded: false });
    expect(verified).toMatchObject({ flaws: 0, backups: 1, blobs: 620 });
  } finally {
    await cut.dispose();
  }
});

const exists = (place: string): Promise<boolean> =>
  fs.stat(place).then(
    () => true,
    () => false,
  );

test("a destination that had backups and is now empty is refused until the operator declares it new", async () => {
  const movedFolder = `${temp.folder}.fora`;
  await createBackup(t, temp.folder);
  await fs.rename(temp.folder, movedFolder);
  try {
    await expect(createBackup(t, temp.folder)).rejects.toThrow("já teve backups e agora não tem nenhum");
    const left = await fs.readdir(temp.folder, { recursive: true }).catch(() => []);
    expect(left.filter((name) => name.includes("."))).toEqual([]);
    const again = await runCreate({ ...toolsOf(sourceOf(t), temp.folder), isNew: true }, t.config);
    expect(again.manifest.documentos).toBeGreaterThan(0);
  } finally {
    await fs.rm(temp.folder, { recursive: true, force: true });
    await fs.rename(movedFolder, temp.folder);
  }
});
