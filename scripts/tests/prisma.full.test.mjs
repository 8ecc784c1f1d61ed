// Prisma's schema engine in WebAssembly: the differences between the migrations and the schema.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { diffSchema } from "../postgres/schema-engine.mjs";
import { at, loadPg, root } from "../setup/root.mjs";

const { TEST_DATABASE_URL } = process.env;
const schema = fs.readFileSync(at("prisma", "schema.prisma"), "utf8");
const PREDICATE = 'where: raw("(documento_id IS NOT NULL)")';

describe.skipIf(!TEST_DATABASE_URL)("the migrations and the schema (TEST_DATABASE_URL)", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-schema-"));
  const pg = loadPg();
  const admin = new pg.Client({ connectionString: TEST_DATABASE_URL });
  const connected = admin.connect();
  afterAll(async () => {
    await admin.end();
    fs.rmSync(folder, { recursive: true });
  });

  /** @param {string} text a schema @param {string} [migrations] their folder
   * @returns {Promise<string | null>} the next migration */
  async function nextMigration(text, migrations = "prisma/migrations") {
    await connected;
    const name = `migracoes_${Date.now()}`;
    const file = path.join(folder, "schema.prisma");
    fs.writeFileSync(file, text);
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(String(TEST_DATABASE_URL));
    url.pathname = `/${name}`;
    try {
      return await diffSchema(url.href, { migrations, schema: path.relative(root, file), script: true });
    } finally {
      await admin.query(`DROP DATABASE ${name}`);
    }
  }

  test("the migrations give the tables of the schema", async () => {
    expect(await nextMigration(schema)).toBeNull();
  });

  test("a new column of the schema is the next migration", async () => {
    const sql = await nextMigration(schema.replace("model Conta {", "model Conta {\n  novaColuna String?"));
    expect(sql?.replaceAll(/\s+/g, " ")).toContain('ALTER TABLE "conta" ADD COLUMN "novaColuna" TEXT;');
  });

  test("another condition of a partial index is a difference", async () => {
    expect(schema).toContain(PREDICATE);
    const sql = await nextMigration(schema.replace(PREDICATE, PREDICATE.replace("NOT NULL", "NULL")));
    expect(sql).toMatch(/DROP INDEX .*;\n\n-- CreateIndex\nCREATE INDEX .*WHERE \(documento_id IS NULL\);/);
  });

  test("a faulty migration is refused with its name and PostgreSQL's sentence", async () => {
    const broken = path.join(folder, "migrations");
    fs.mkdirSync(path.join(broken, "1_ruim"), { recursive: true });
    fs.copyFileSync(at("prisma/migrations/migration_lock.toml"), path.join(broken, "migration_lock.toml"));
    fs.writeFileSync(path.join(broken, "1_ruim", "migration.sql"), "SELECT 1; SELEC erro;");
    const refused = nextMigration(schema, path.relative(root, broken));
    await expect(refused).rejects.toThrow(/1_ruim[\s\S]*syntax error at or near "SELEC"/);
  });
});
