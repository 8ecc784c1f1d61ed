import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { MINUTE_MS } from "@malote/syntax";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppContext } from "../../src/app-context.ts";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import { createStoreGuard, IDENTITY_FILE } from "../../src/blob/store-identity.ts";
import { BEAT_CLASS, BEAT_S, PRESENCE_CLASS } from "../../src/db/gatekeeper/tasks.ts";
import { holdPresence, openDatabase } from "../../src/db/index.ts";
import { isUnavailable } from "../../src/errors.ts";
import { checkHealth, type HealthFinding } from "../../src/health/check-health.ts";
import { isReady } from "../../src/health/finding.ts";
import { createSecretBox, idOfKey } from "../../src/secrets/secret-box.ts";
import { ensureCanary } from "../../src/services/key/key-canary.ts";
import { planTasks } from "../../src/services/task/task.rows.ts";
import { createTestContext, type TestContext } from "../setup/context.ts";

let t: TestContext;
let contaId = "";
beforeAll(async () => {
  t = await createTestContext();
  ({ contaId } = await t.createConta());
  await ensureCanary(t.ctx);
  await t.ctx.blobs.put(contaId, Buffer.from("um arquivo"));
});
afterAll(() => t.dispose());

/** Checks the health as another process with the given differences. */
async function checkAll(other: Partial<AppContext> = {}): Promise<HealthFinding[]> {
  return await checkHealth({ ...t.ctx, ...other, dispatching: { lookedAt: null } });
}

async function findingOf(name: string, other: Partial<AppContext> = {}): Promise<HealthFinding | undefined> {
  return (await checkAll(other)).find((finding) => finding.name === name);
}

test("without a worker the http process is ready and the worker is not", async () => {
  const findings = await checkAll();
  expect(findings.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(["distribuidor"]);
  expect([isReady(findings, "http"), isReady(findings, "worker")]).toEqual([true, false]);
  const presence = await holdPresence(t.config.databaseUrl, t.ctx.log);
  expect(await findingOf("distribuidor")).toMatchObject({ ok: true, detail: "Workers no ar: 1." });
  await presence.close();
});

test("a worker holds the lock of its last heartbeat only", async () => {
  const beats = async (): Promise<number[]> => {
    const held = `SELECT objid::integer AS vez FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND classid = $1 AND d.datname = current_database()`;
    return (await t.asOwner<{ vez: number }>(held, [BEAT_CLASS])).map(({ vez }) => vez);
  };
  const presence = await holdPresence(t.config.databaseUrl, t.ctx.log, { pingMs: 50 });
  try {
    const [first] = await beats();
    await expect.poll(beats).not.toContain(first);
    expect(await beats()).toHaveLength(1);
  } finally {
    await presence.close();
  }
});

describe("health of a worker that has stopped with its connection open, as when frozen", () => {
  const OLD: readonly (readonly [string, number, boolean])[] = [
    ["is there 40 s after its last sign", -40, true],
    ["is not there 50 s after it", -50, false],
    ["is not there with a sign from before the database's clock was set back", 3_600, false],
  ];
  test.each(OLD)("a worker %s", async (_, seconds, ok) => {
    const client = new pg.Client({ connectionString: t.ownerUrl });
    await client.connect();
    try {
      const beat =
        "pg_try_advisory_lock_shared($2, ((extract(epoch FROM clock_timestamp()) + $3) / $4)::integer)";
      const values = [PRESENCE_CLASS, BEAT_CLASS, seconds, BEAT_S];
      await client.query(`SELECT pg_try_advisory_lock($1, 7), ${beat}`, values);
      const message = ok
        ? "Workers no ar: 1."
        : "Nenhum worker está no ar: o trabalho espera. Sem sinal de vida há mais de 45 s: 1.";
      expect(await findingOf("distribuidor")).toEqual({ name: "distribuidor", ok, detail: message });
    } finally {
      await client.end();
    }
    await expect.poll(() => t.ctx.database.gatekeeper.countWorkers()).toEqual({ vivos: 0, parados: 0 });
  });
});

test("a dispatcher that has not run for half a minute is unhealthy", async () => {
  const lookedAt = performance.now() - 31_000;
  const findings = await checkHealth({ ...t.ctx, dispatching: { lookedAt } });
  expect(findings.find(({ name }) => name === "distribuidor")?.ok).toBe(false);
});

describe("detection of a provoked fault, and a passing check after its repair", () => {
  const statements: readonly (readonly [string, string, string, RegExp])[] = [
    [
      "papeis",
      "ALTER TABLE nota NO FORCE ROW LEVEL SECURITY",
      "ALTER TABLE nota FORCE ROW LEVEL SECURITY",
      /segurança por linha forçada.*: nota\./,
    ],
    [
      "papeis",
      "REVOKE SELECT ON anexo FROM malote_app",
      "GRANT SELECT ON anexo TO malote_app",
      /perdeu o direito de usar: anexo\./,
    ],
    [
      "migracoes",
      `UPDATE "_prisma_migrations" SET rolled_back_at = now() WHERE migration_name LIKE '%row_security'`,
      `UPDATE "_prisma_migrations" SET rolled_back_at = NULL`,
      /Faltam migrações no banco \(20261128000009_row_security\)/,
    ],
  ];
  test.each(statements)(
    "the check %s detects the fault: %s",
    async (name, breakStatement, repairStatement, message) => {
      await t.asOwner(breakStatement);
      try {
        const findings = await checkAll();
        expect(findings.find((finding) => finding.name === name)).toMatchObject({
          ok: false,
          detail: expect.stringMatching(message),
        });
        expect([isReady(findings, "http"), isReady(findings, "worker")]).toEqual([false, false]);
      } finally {
        await t.asOwner(repairStatement);
      }
      expect(await findingOf(name)).toMatchObject({ ok: true });
    },
  );

  test("a wrong MALOTE_KEY is detected", async () => {
    const chave = randomBytes(32);
    const other = { config: { ...t.config, chave }, secretBox: createSecretBox(chave) };
    const expected = { ok: false, detail: expect.stringContaining(idOfKey(t.config.chave)) };
    expect(await findingOf("chave", other)).toMatchObject(expected);
    const both = createSecretBox(chave, [t.config.chave]);
    expect(await findingOf("chave", { secretBox: both })).toMatchObject({ ok: true });
  });

  test("a Redis that does not answer makes only the worker unready", async () => {
    const findings = await checkAll({ config: { ...t.config, redisUrl: "redis://127.0.0.1:1/0" } });
    expect(findings.find(({ name }) => name === "fila")).toMatchObject({ ok: false });
    expect([isReady(findings, "http"), isReady(findings, "worker")]).toEqual([true, false]);
  });

  test("tarefas that have been due for 20 minutes are reported", async () => {
    const venceEm = new Date(t.clock.now().getTime() - 20 * MINUTE_MS);
    await t.ctx.database.withConta(contaId, (db) =>
      planTasks(db, contaId, [{ tipo: "ingest", alvo: "antiga", venceEm }]),
    );
    expect(await findingOf("trabalho")).toMatchObject({
      ok: false,
      detail: expect.stringContaining("20 min"),
    });
    await t.asOwner("DELETE FROM tarefa");
    expect(await findingOf("trabalho")).toMatchObject({ ok: true });
  });

  test("a database that does not answer fails its check, and its other checks are skipped", async () => {
    const findConta = async () => {
      throw Object.assign(new Error("connection refused"), { code: "ECONNREFUSED" });
    };
    const { gatekeeper } = t.ctx.database;
    const unavailable = { ...t.ctx.database, gatekeeper: { ...gatekeeper, findMigrations: findConta } };
    const findings = await checkAll({ database: unavailable });
    expect(findings.filter(({ name }) => name === "banco")).toMatchObject([{ ok: false }]);
    expect(findings.map(({ name }) => name)).not.toContain("papeis");
  });
});

test("a read-only database makes both processes unready", async () => {
  const { username, pathname } = new URL(t.config.databaseUrl);
  const login = `ALTER ROLE "${username}" IN DATABASE "${pathname.slice(1)}"`;
  await t.asOwner(`${login} SET default_transaction_read_only = on`);
  const database = await openDatabase(t.config, { log: t.ctx.log });
  try {
    const findings = await checkAll({ database });
    expect(findings.filter(({ name }) => name === "banco")).toEqual([
      { name: "banco", ok: false, detail: "O banco de dados responde, mas não grava: está só para leitura." },
    ]);
    expect([isReady(findings, "http"), isReady(findings, "worker")]).toEqual([false, false]);
  } finally {
    await t.asOwner(`${login} RESET default_transaction_read_only`);
    await database.close();
  }
  expect(await findingOf("banco")).toMatchObject({ ok: true });
});

test("the write check reaches the disk of the database, even where a single row would still fit", async () => {
  const client = new pg.Client({ connectionString: t.ownerUrl });
  const written = async (): Promise<number> => {
    const text = "SELECT temp_bytes FROM pg_stat_database WHERE datname = current_database()";
    return Number((await t.asOwner<{ temp_bytes: string }>(text))[0]?.temp_bytes);
  };
  const before = await written();
  await client.connect();
  try {
    await client.query("SELECT portaria_installation_write()");
    await client.query("SELECT pg_stat_force_next_flush()");
    await expect.poll(written).toBeGreaterThan(before + 500_000);
  } finally {
    await client.end();
  }
});

test("a database that hangs makes both processes unready within seconds, until it resumes", async () => {
  const app = { ...t.ctx, dispatching: { lookedAt: performance.now() } };
  const isHttpReady = async () => isReady(await checkHealth(app), "http");
  expect(await isHttpReady()).toBe(true);
  const holder = new pg.Client({ connectionString: t.ownerUrl });
  await holder.connect();
  try {
    await holder.query("BEGIN");
    await holder.query('LOCK TABLE "_prisma_migrations" IN ACCESS EXCLUSIVE MODE');
    await expect.poll(isHttpReady).toBe(false);
  } finally {
    await holder.end();
  }
  await expect.poll(isHttpReady).toBe(true);
});

describe("a blobs folder of another installation, or none", () => {
  test("a wrong blobs folder refuses writes and reports a missing blob as an outage", async () => {
    const root = blobFolderOf(t.config);
    const mounted = `${root}-montada`;
    await fs.rename(root, mounted);
    await fs.mkdir(root);
    try {
      const put = t.ctx.blobs.put(contaId, Buffer.from("outro")).catch((error: unknown) => error);
      expect(isUnavailable(await put)).toBe(true);
      const get = t.ctx.blobs.get(contaId, "0".repeat(64)).catch((error: unknown) => error);
      expect(isUnavailable(await get)).toBe(true);
      expect(await fs.readdir(root)).toEqual([]);
      expect(await findingOf("arquivos")).toMatchObject({
        ok: false,
        detail: expect.stringContaining("o disco não está montado"),
      });
      await fs.writeFile(path.join(root, IDENTITY_FILE), "01a1f883-9227-7237-a8c2-d4d895a8d711\n");
      expect((await findingOf("arquivos"))?.detail).toContain("é de outra instalação do Malote");
    } finally {
      await fs.rm(root, { recursive: true });
      await fs.rename(mounted, root);
    }
    expect(await findingOf("arquivos")).toMatchObject({ ok: true });
    expect(await t.ctx.blobs.get(contaId, "0".repeat(64))).toBeNull();
  });

  test("a new blobs folder is accepted only when it contains some recent e-mail of the database", async () => {
    const empty = await fs.mkdtemp(`${t.config.dataDir}-vazia-`);
    const { sha256 } = await t.ctx.blobs.put(contaId, Buffer.from("From: a@b.example\r\n\r\noi"));
    const records = {
      findInstallation: async () => ({ storeId: null }),
      bindStore: async (storeId: string) => storeId,
      findRecentBlobs: async () => [{ contaId, sha256 }],
    };
    await expect(createStoreGuard(empty, records).requireOurs()).rejects.toThrow(
      /não tem nenhum dos 1 e-mails/,
    );
    expect(await fs.readdir(empty)).toEqual([]);
    await createStoreGuard(blobFolderOf(t.config), records).requireOurs();
    await fs.rm(empty, { recursive: true });
  });
});

/** Mounts a tmpfs; false where the machine does not permit it. */
function mount(folder: string, options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
}

test("a full or a read-only disk is reported", async ({ skip }) => {
  const dataDir = await fs.mkdtemp(`${t.config.dataDir}-disco-`);
  if (!mount(dataDir, "size=8m")) return skip("mount is not permitted");
  try {
    const other = { config: { ...t.config, dataDir } };
    expect(await findingOf("disco", other)).toMatchObject({ ok: true });
    await fs.writeFile(path.join(dataDir, "cheio"), Buffer.alloc(8_200_000));
    expect(await findingOf("disco", other)).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^Só há 0 MB/),
    });
    await fs.writeFile(path.join(dataDir, "resto"), Buffer.alloc(1_000_000)).catch(() => {});
    expect((await findingOf("disco", other))?.detail).toContain("o disco está cheio");
    spawnSync("mount", ["-o", "remount,ro", dataDir]);
    expect((await findingOf("disco", other))?.detail).toContain("o disco está só para leitura");
  } finally {
    spawnSync("umount", [dataDir]);
    await fs.rm(dataDir, { recursive: true, force: true });
  }
});
