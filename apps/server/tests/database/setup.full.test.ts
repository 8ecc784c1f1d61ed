import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executeText, newId, openDatabase } from "../../src/db/index.ts";
import { StartRefusal } from "../../src/errors.ts";
import { createLogger } from "../../src/log.ts";
import { migrate } from "../../src/setup/migrate.ts";
import { runSetup } from "../../src/setup/run-setup.ts";
import { openHost } from "../backup/backup-tools.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { inventLaterVersion } from "./later-version.ts";
import { loginUrlOf } from "./login-url.ts";

let t: TestContext;
beforeAll(async () => {
  t = await createTestContext();
});
afterAll(() => t.dispose());
/** The history and one table of a database from before the baseline. */
const OLD_DATABASE = `
  CREATE TABLE "_prisma_migrations" ("id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0);
  INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at) VALUES
    ('1', '1', '20261120000000_casa', now()), ('2', '2', '20261127000302_tarefa_ausente', now()), ('3', '3', '20261122000009_painel', now());
  CREATE TABLE conta (id uuid PRIMARY KEY);`;

/** What a setup changes first: tables, the history, rights on the schema, and memberships of roles. */
const DESCRIBE_DATABASE = `SELECT
  (SELECT string_agg(relname, ' ' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace) AS tables,
  (SELECT array_agg(m::text) FROM "_prisma_migrations" m) AS rows,
  (SELECT nspacl::text FROM pg_namespace WHERE nspname = 'public') AS rights,
  (SELECT array_agg(m.roleid::regrole::text) FROM pg_auth_members m JOIN pg_database d ON d.datdba = m.member
   WHERE d.datname = current_database()) AS members`;

const setUp = () => runSetup({ ...t.config, ownerUrl: t.ownerUrl });

describe("setup of the database", () => {
  test("setup changes nothing when run again", async () => {
    expect(await setUp()).toEqual({ lines: [] });
  });

  test("setup can run twice at the same time on one database", async () => {
    await t.asOwner("DROP FUNCTION portaria_conta");
    await t.asOwner("COMMENT ON FUNCTION publica IS NULL");
    const reports = await Promise.all([setUp(), setUp()]);
    expect(reports.flatMap(({ lines }) => lines)).toEqual(["portaria do banco atualizada"]);
    expect(await t.ctx.database.gatekeeper.findConta("ninguem")).toBeNull();
  });

  test("setup drops gatekeeper functions that the file no longer contains", async () => {
    await t.asOwner(
      "CREATE FUNCTION portaria_velha() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'",
    );
    await t.asOwner("ALTER FUNCTION portaria_velha OWNER TO malote_portaria");
    await t.asOwner("COMMENT ON FUNCTION publica IS 'of an earlier version'");
    await setUp();
    expect(await t.asOwner("SELECT FROM pg_proc WHERE proname = 'portaria_velha'")).toHaveLength(0);
  });

  test("setup works for an owner who is not a superuser, and so does the server", async () => {
    const name = `malote_t_${randomBytes(6).toString("hex")}`;
    const url = new URL(t.ownerUrl);
    await t.asOwner(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    await t.asOwner(`GRANT malote_app, malote_restrito, malote_portaria, malote_backup TO ${name}`);
    await t.asOwner(`CREATE DATABASE ${name} OWNER ${name}`);
    url.username = name;
    url.password = name;
    url.pathname = `/${name}`;
    try {
      await runSetup({ ownerUrl: url.href, databaseUrl: loginUrlOf(url.href) });
      const database = await openDatabase(
        { databaseUrl: loginUrlOf(url.href) },
        { log: createLogger("teste", "silent") },
      );
      const contaId = newId();
      const conta = { contaId, identificador: "x", tipoPessoa: "Física", uf: "SP", sandbox: false } as const;
      await database.gatekeeper.openConta(conta);
      expect(await database.gatekeeper.findConta("x")).toEqual({ contaId, sandbox: false });
      await database.close();
    } finally {
      await t.asOwner(`DROP DATABASE ${name} WITH (FORCE)`);
      await t.asOwner(`DROP ROLE ${name}`);
    }
  });
});

describe("partitions of documento_xml", () => {
  const xml = (contaId: string, month: string): Promise<number> =>
    t.ctx.database.withConta(contaId, (db) =>
      executeText(db, "INSERT INTO documento_xml VALUES ($1, $2, $3, '\\x00')", [contaId, month, newId()]),
    );
  const whereIs = (contaId: string) =>
    t.asOwner(
      "SELECT tableoid::regclass::text AS onde, mes FROM documento_xml WHERE conta_id = $1 ORDER BY mes",
      [contaId],
    );

  test("a row without a partition for its month is kept, and moves when the partition is created", async () => {
    const { contaId } = await t.createConta();
    await xml(contaId, "2031-05-01");
    expect(await whereIs(contaId)).toMatchObject([{ onde: "documento_xml_resto" }]);
    expect(await t.ctx.database.gatekeeper.ensurePartitions(new Date("2031-05-20T12:00:00Z"))).toBe(5);
    expect(await whereIs(contaId)).toMatchObject([{ onde: "documento_xml_2031_05" }]);
    await xml(contaId, "2031-08-01");
    await xml(contaId, "2040-01-01");
    expect(await whereIs(contaId)).toMatchObject([
      { onde: "documento_xml_2031_05" },
      { onde: "documento_xml_2031_08" },
      { onde: "documento_xml_resto" },
    ]);
    expect(await t.ctx.database.gatekeeper.ensurePartitions(new Date("2031-05-20T12:00:00Z"))).toBe(0);
  });

  test("a new partition has row security, and its bytes are stored without compression", async () => {
    await t.ctx.database.gatekeeper.ensurePartitions(new Date("2032-01-20T12:00:00Z"));
    const rows = await t.asOwner(
      `SELECT c.relrowsecurity AS on, c.relforcerowsecurity AS force, a.attstorage::text AS storage,
         has_table_privilege('malote_app', c.oid, 'SELECT') AS aberta
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'xml_gzip'
       WHERE c.relname = 'documento_xml_2032_01'`,
    );
    expect(rows).toEqual([{ on: true, force: true, storage: "e", aberta: false }]);
  });
});

describe("a database of another version", () => {
  test("a database from before the baseline is refused with a way out, before any change", async () => {
    const host = await openHost(t);
    const owner = new pg.Client({ connectionString: host.ownerUrl });
    try {
      await owner.connect();
      await owner.query(OLD_DATABASE);
      // Setup would make the owner a member of the roles, or say that it cannot.
      await t.asOwner(
        `REVOKE malote_app, malote_restrito, malote_portaria, malote_backup FROM ${owner.user}`,
      );
      const before = await host.query(DESCRIBE_DATABASE);
      const refused: unknown = await runSetup(host).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StartRefusal);
      expect(String(refused)).toMatch(
        /versão anterior do Malote \(a última migração dele é 20261127000302_tarefa_ausente\).*apague a pasta de dados.*Repositório.*Importação/,
      );
      expect(await host.query(DESCRIBE_DATABASE)).toEqual(before);
    } finally {
      await owner.end();
      await host.dispose();
    }
  });

  test("a database of a later version is refused, and one of an earlier version is migrated with its rows", async () => {
    const host = await openHost(t);
    const later = await inventLaterVersion();
    try {
      await runSetup(host);
      await host.query(
        "INSERT INTO conta (id, identificador, tipo_pessoa, uf) VALUES (gen_random_uuid(), 'aurora', 'Jurídica', 'SP')",
      );
      const { lines } = await runSetup({ ...host, migrations: later.folder });
      expect(lines).toEqual([`migração aplicada: ${later.name}`]);
      expect(await host.query("SELECT tamanho FROM conta")).toEqual([{ tamanho: 6 }]);
      await expect(runSetup(host)).rejects.toThrow(
        `O banco já tem a migração ${later.name}, que esta versão do Malote não conhece: use uma versão mais nova.`,
      );
    } finally {
      await host.dispose();
      await later.dispose();
    }
  });
});

describe("migrations", () => {
  let client: pg.Client;
  let folder = "";
  beforeAll(async () => {
    client = new pg.Client({
      connectionString: t.ownerUrl,
      options: "-c search_path=teste_migracao",
    });
    await t.asOwner("CREATE SCHEMA teste_migracao");
    await client.connect();
    folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-m-"));
  });
  afterAll(async () => {
    await client.end();
    await fs.rm(folder, { recursive: true, force: true });
  });
  const write = async (name: string, db: string): Promise<void> => {
    await fs.mkdir(path.join(folder, name), { recursive: true });
    await fs.writeFile(path.join(folder, name, "migration.sql"), db);
  };

  test("migrations are applied once, in order of name", async () => {
    await write("2_b", "ALTER TABLE a ADD COLUMN n int;");
    await write("1_a", "CREATE TABLE a ();");
    expect(await migrate(client, folder)).toEqual(["1_a", "2_b"]);
    expect(await migrate(client, folder)).toEqual([]);
  });

  test("an edited migration is refused by name after it was applied", async () => {
    await write("2_b", "ALTER TABLE a ADD COLUMN n bigint;");
    await expect(migrate(client, folder)).rejects.toThrow(/2_b foi editada depois de aplicada/);
    await write("2_b", "ALTER TABLE a ADD COLUMN n int;");
  });

  test("a migration unknown to this version is refused", async () => {
    await fs.rename(path.join(folder, "2_b"), path.join(folder, "..", `${path.basename(folder)}-2_b`));
    await expect(migrate(client, folder)).rejects.toThrow(/use uma versão mais nova/);
    await fs.rename(path.join(folder, "..", `${path.basename(folder)}-2_b`), path.join(folder, "2_b"));
  });

  test("a failed migration is rolled back, reported, and not skipped later", async () => {
    await write("3_c", "CREATE TABLE c (); SELECT 1 / 0;");
    await expect(migrate(client, folder)).rejects.toThrow(/A migração 3_c falhou: division by zero/);
    expect((await client.query("SELECT to_regclass('c') AS c")).rows).toEqual([{ c: null }]);
    await expect(migrate(client, folder)).rejects.toThrow(/3_c parou no meio/);
  });
});
