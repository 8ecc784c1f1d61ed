import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runRestore } from "../../src/backup/run-restore.ts";
import { runVerify } from "../../src/backup/run-verify.ts";
import { blobFolderOf, createFolderStore } from "../../src/blob/folder-store.ts";
import { systemClock } from "../../src/clock.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";
import { createBackup, openHost, openTempFolder, sourceOf, toolsOf } from "./backup-tools.ts";
import { insertArrivals } from "./insert-emails.ts";
import { readAll } from "./run-backup-process.ts";

let t: TestContext;
let contaId = "";
let temp: Awaited<ReturnType<typeof openTempFolder>>;
beforeAll(async () => {
  t = await createTestContext();
  temp = await openTempFolder();
  ({ contaId } = await t.createConta());
  await t.createUsuario(contaId);
  await insertArrivals(t, contaId, 60);
});
afterAll(async () => {
  await t.dispose();
  await temp.dispose();
});

async function describeSchema(ownerUrl: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT (SELECT string_agg(pg_get_indexdef(indexrelid), E'\\n' ORDER BY indexrelid::regclass::text) FROM pg_index i JOIN pg_class c
           ON c.oid = i.indexrelid WHERE c.relnamespace = 'public'::regnamespace) AS indices,
         (SELECT string_agg(conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || convalidated::text, E'\\n'
           ORDER BY conrelid::regclass::text, conname) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype <> 'n') AS regras,
         (SELECT string_agg(tgrelid::regclass || ' ' || tgname || tgenabled::text, E'\\n' ORDER BY tgrelid::regclass::text, tgname)
           FROM pg_trigger WHERE NOT tgisinternal) AS gatilhos,
         (SELECT string_agg(tablename || ' ' || policyname || roles::text || coalesce(qual, ''), E'\\n' ORDER BY tablename, policyname)
           FROM pg_policies) AS politicas,
         (SELECT string_agg(relname || relrowsecurity::text || relforcerowsecurity::text, ' ' ORDER BY relname) FROM pg_class
           WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')) AS paredes,
         (SELECT string_agg(oid::regprocedure || proacl::text, E'\\n' ORDER BY oid::regprocedure::text) FROM pg_proc
           WHERE pronamespace = 'public'::regnamespace AND prosecdef) AS funcoes`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

describe("a backup restored on an empty host, by another user and into another folder", () => {
  test("a restore returns every row, every document by hash, every blob, and the same schema", async () => {
    await createBackup(t, temp.folder);
    const host = await openHost(t);
    try {
      const tools = toolsOf(host, temp.folder);
      const maloteKey = t.config.chave.toString("base64");
      const restored = await runRestore(tools, { databaseUrl: host.databaseUrl, id: null, maloteKey });
      expect(restored).toMatchObject({ contas: 1, blobs: 120, migrated: [], isKeyWritten: false });
      expect(await readAll(host.adminUrl)).toEqual(await readAll(t.ownerUrl));
      expect(await describeSchema(host.adminUrl)).toEqual(await describeSchema(t.ownerUrl));
      const docs = await t.asOwner<{ sha256: string; id: string }>(
        "SELECT sha256, id FROM documento WHERE length(sha256) = 64",
      );
      const there = await host.query<{ id: string; xml_gzip: Buffer }>(
        "SELECT documento_id AS id, xml_gzip FROM documento_xml",
      );
      const byId = new Map(
        there.map(({ id, xml_gzip }) => [
          id,
          createHash("sha256").update(gunzipSync(xml_gzip)).digest("hex"),
        ]),
      );
      expect(docs).toHaveLength(60);
      for (const { id, sha256 } of docs) expect(byId.get(id)).toBe(sha256);
      const store = createFolderStore(blobFolderOf(host), systemClock);
      for (const { sha256 } of await t.asOwner<{ sha256: string }>(
        "SELECT sha256 FROM email UNION SELECT sha256 FROM anexo",
      )) {
        const bytes = await store.get(contaId, sha256);
        expect(bytes && createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      }
      await expect(runRestore(tools, { databaseUrl: host.databaseUrl, id: null, maloteKey })).rejects.toThrow(
        /já tem contas: restaure num banco vazio/,
      );
    } finally {
      await host.dispose();
    }
  });

  test.each([
    [
      "a newer version",
      "20991231000000_futuro",
      /é de uma versão mais nova do Malote \(migração 20991231000000_futuro\)/,
    ],
    [
      "a version from before the baseline",
      "20261127000302_tarefa_ausente",
      /é de uma versão anterior do Malote \(a última migração dele é 20261127000302_tarefa_ausente\).*Nada foi alterado/,
    ],
  ])("a backup made by %s is refused, and nothing changes", async (_, migration, sentence) => {
    const [other, newer] = [await createTestContext(), await openTempFolder()];
    const host = await openHost(t);
    try {
      await other.createConta();
      await other.asOwner(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('x', 'y', $1, now())`,
        [migration],
      );
      await createBackup(other, newer.folder);
      const maloteKey = other.config.chave.toString("base64");
      await expect(
        runRestore(toolsOf(host, newer.folder), { databaseUrl: host.databaseUrl, id: null, maloteKey }),
      ).rejects.toThrow(sentence);
      expect(await host.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace")).toEqual(
        [],
      );
    } finally {
      await host.dispose();
      await other.dispose();
      await newer.dispose();
    }
  });

  test("a restore without the key of the stored secrets, or with another key, is refused", async () => {
    await createBackup(t, temp.folder);
    const host = await openHost(t);
    try {
      const tools = toolsOf(host, temp.folder);
      const restore = (maloteKey: string | undefined) =>
        runRestore(tools, { databaseUrl: host.databaseUrl, id: null, maloteKey });
      await expect(restore(undefined)).rejects.toThrow(/Falta MALOTE_KEY: a chave [0-9a-f]{8}/);
      await expect(restore(randomBytes(32).toString("base64"))).rejects.toThrow(
        /só abrem com a chave [0-9a-f]{8}/,
      );
      const wrong = toolsOf(host, temp.folder, { passphrase: "outra senha qualquer" });
      await expect(
        runRestore(wrong, { databaseUrl: host.databaseUrl, id: null, maloteKey: undefined }),
      ).rejects.toThrow(/A senha não abre esse backup/);
    } finally {
      await host.dispose();
    }
  });
});

test("one flipped bit in any file of the repository is found, and the repository is whole when it flips back", async () => {
  const small = await openTempFolder();
  const other = await createTestContext();
  try {
    const conta = await other.createConta();
    await insertArrivals(other, conta.contaId, 3);
    await createBackup(other, small.folder);
    await insertArrivals(other, conta.contaId, 2);
    await createBackup(other, small.folder);
    const verify = () => runVerify(toolsOf(sourceOf(other), small.folder), { isRecorded: false });
    expect(await verify()).toMatchObject({ flaws: 0, backups: 2, orphans: 0 });
    const names = await fs.readdir(small.folder, { recursive: true, withFileTypes: true });
    const files = names.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
    expect(files.length).toBeGreaterThan(10);
    // Each kind of object, and a sample of the numerous ones; the long suite picks others at
    // random.
    const chosen = files.filter((file, n) => !file.includes("objetos") || n % 12 === 0);
    for (const file of chosen) {
      const bytes = await fs.readFile(file);
      const bit = randomBytes(4).readUInt32BE() % (bytes.length * 8);
      const broken = Buffer.from(bytes);
      broken[bit >> 3] = (broken[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      await fs.writeFile(file, broken);
      const flaws = await verify().then(
        (result) => result.flaws,
        () => 1,
      );
      expect([file, bit, flaws > 0]).toEqual([file, bit, true]);
      await fs.writeFile(file, bytes);
    }
    expect(await verify()).toMatchObject({ flaws: 0 });
  } finally {
    await other.dispose();
    await small.dispose();
  }
});
