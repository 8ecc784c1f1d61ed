import { execFileSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connectOwner, tryLockBackups } from "../../src/backup/dump/tables.rows.ts";
import { runCreate } from "../../src/backup/run-create.ts";
import { runRestore } from "../../src/backup/run-restore.ts";
import { newId } from "../../src/db/index.ts";
import { openContext } from "../../src/open-context.ts";
import { listMigrations } from "../../src/setup/migrate.ts";
import { MIGRATIONS } from "../../src/setup/run-setup.ts";
import { inventLaterVersion } from "../database/later-version.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { openHost, openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";
import {
  envOfContext,
  killRestore,
  makeAgeKeys,
  readAll,
  runBackupProcess,
  startBackup,
} from "./run-backup-process.ts";

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
let t: TestContext;
let contaId = "";
let usuarioId = "";
let keys: Awaited<ReturnType<typeof makeAgeKeys>>;
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  ({ usuarioId } = await t.createUsuario(contaId));
  await insertArrivals(t, contaId, 60);
  keys = await makeAgeKeys(t.config.dataDir);
});
afterAll(() => t.dispose());
beforeEach(async () => {
  temp = await openTempFolder();
});
afterEach(() => temp.dispose());

/** The environment of a machine that makes backups for an age key and has no passphrase. */
function envOfAge(folder: string): NodeJS.ProcessEnv {
  const { BACKUP_SENHA: _, ...env } = envOfContext(t, folder);
  return { ...env, BACKUP_AGE: keys.recipient };
}

test("a restore from age keys that was killed in the middle is completed by the next run", async () => {
  const env = envOfAge(path.join(temp.folder, "copias"));
  const made = await runBackupProcess(["criar"], env);
  expect([made.code, made.said]).toEqual([0, expect.stringContaining("60 e-mails")]);
  expect(
    await killRestore(t, { ...env, BACKUP_AGE: "", BACKUP_AGE_CHAVE: keys.file }, { blobs: 10 }),
  ).toEqual([]);
  // Another machine, which has only the public key.
  const other = { ...env, DATA_DIR: path.join(temp.folder, "outra") };
  const closed = await runBackupProcess(["listar"], other);
  expect([closed.code, closed.said]).toEqual([
    1,
    expect.stringMatching(/^Esse backup está criptografado: informe como abri-lo/),
  ]);
});

test("a backup of an older Malote is restored with the tables of its version, then migrated", async () => {
  const host = await openHost(t);
  const later = await inventLaterVersion();
  try {
    const before = await readAll(t.ownerUrl);
    const { manifest } = await runCreate(toolsOf(sourceOf(t), temp.folder), t.config);
    const restored = await runRestore(toolsOf(host, temp.folder), {
      databaseUrl: host.databaseUrl,
      id: null,
      maloteKey: t.config.chave.toString("base64"),
      migrations: later.folder,
    });
    expect(restored).toMatchObject({ migrated: [later.name], blobs: 120 });
    expect(manifest).toMatchObject({
      emails: 60,
      falhasTotal: 0,
      versao: listMigrations(MIGRATIONS).at(-1)?.name,
    });
    const after = await readAll(host.adminUrl);
    for (const table of ["documento", "email", "anexo", "documento_xml", "usuario"])
      expect([table, after.get(table)]).toEqual([table, before.get(table)]);
    expect(await host.query("SELECT tamanho FROM conta WHERE tamanho = length(identificador)")).toHaveLength(
      1,
    );
    const config = { ...t.config, databaseUrl: host.databaseUrl, dataDir: host.dataDir };
    const ctx = await openContext(config, { processName: "teste" });
    expect(await ctx.database.gatekeeper.findMigrations()).toContain(later.name);
    await ctx.database.close();
  } finally {
    await host.dispose();
    await later.dispose();
  }
});

test("the keeper process fulfils a request from the screen, and at SIGTERM leaves neither an open run nor a lock", async () => {
  await t.asOwner("UPDATE usuario SET produto = true WHERE id = $1", [usuarioId]);
  const { gatekeeper } = t.ctx.database;
  expect(await gatekeeper.requestBackup({ id: newId(), contaId, usuarioId, now: new Date() })).toBe(true);
  const keeper = startBackup(["manter"], envOfAge(temp.folder));
  try {
    await expect.poll(() => gatekeeper.findBackupRequests(), { timeout: 60_000 }).toEqual([]);
    expect(await fs.readdir(path.join(temp.folder, "manifestos"))).toHaveLength(1);
    keeper.child.kill("SIGTERM");
    expect([await keeper.ended, keeper.said()]).toEqual([
      0,
      expect.stringContaining("o guardião dos backups encerra"),
    ]);
    const open = (await gatekeeper.findBackups(5)).filter(({ terminou }) => terminou === null);
    expect(open).toEqual([]);
    const client = await connectOwner(t.ownerUrl);
    expect(await tryLockBackups(client)).toBe(true);
    await client.end();
  } finally {
    keeper.child.kill("SIGKILL");
  }
});

/** Expects a refusal to be one sentence without a stack, with exit code 1. */
async function expectRefusal(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  sentence: RegExp,
  uid?: number,
) {
  const { code, said } = await runBackupProcess(args, env, uid);
  expect([code, said]).toEqual([1, expect.stringMatching(sentence)]);
  expect(said).not.toMatch(/^\s+at |node:internal|Error:/m);
}

test.skipIf(!isRoot)(
  "a destination that is full, read-only or forbidden is reported, and leaves nothing half-written (needs root)",
  async () => {
    const disk = path.join(temp.folder, "disco");
    await fs.mkdir(disk);
    const mount = (...args: string[]) => execFileSync("mount", args);
    mount("-t", "tmpfs", "-o", "size=300k", "tmpfs", disk);
    const place = path.join(disk, "malote");
    const env = envOfAge(place);
    try {
      await expectRefusal(["criar"], env, /Backup na pasta \S+: o disco está cheio\. Libere espaço/);
      expect(await fs.readdir(path.join(place, ".escrita"))).toEqual([]);
      expect(await fs.readdir(path.join(place, "manifestos")).catch(() => [])).toEqual([]);
      const [run] = await t.ctx.database.gatekeeper.findBackups(1);
      expect(run).toMatchObject({
        resultado: "falhou",
        mensagem: expect.stringContaining("o disco está cheio"),
      });
      mount("-o", "remount,size=64m", disk);
      expect(await runBackupProcess(["criar"], env)).toMatchObject({ code: 0 });
      expect(await runBackupProcess(["conferir"], env)).toMatchObject({ code: 0 });
      mount("-o", "remount,ro", disk);
      await expectRefusal(["criar"], env, /o disco está só para leitura\. Monte-o para escrita/);
      await fs.chmod(t.config.dataDir, 0o711);
      await fs.chmod(temp.folder, 0o711);
      const alien = { ...env, DATABASE_URL: "", HOME: "/nao/existe" };
      await expectRefusal(["listar"], alien, /este usuário não tem permissão\. Dê a este usuário/, NOBODY);
    } finally {
      execFileSync("umount", [disk]);
    }
  },
);
