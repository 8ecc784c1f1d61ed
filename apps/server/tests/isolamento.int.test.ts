import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../src/db/index.ts";
import { connectionConfig } from "../src/db/pool.ts";
import { StartRefusal } from "../src/errors.ts";
import { createLogger } from "../src/log.ts";
import type { TestContext } from "./context.ts";
import { createTestContext } from "./context.ts";
import { fillEveryTable, type Tabela } from "./every-table.ts";

let t: TestContext;
let tabelas: Tabela[];
let dona = "";
let outra = "";

beforeAll(async () => {
  t = await createTestContext();
  dona = (await t.createConta()).contaId;
  outra = (await t.createConta()).contaId;
  tabelas = await fillEveryTable(t, dona);
});
afterAll(() => t.dispose());

const log = createLogger("teste", "silent");

/** Of no conta: only the gatekeeper's functions see them. */
const DA_CASA = /^(limite_uso|sefaz_\w+|entrada_\w+|contato)$/;

/** The question a bug would ask: without the application's filter. */
const countAll = ({ nome }: Tabela): string => `SELECT count(*) AS n FROM "${nome}"`;

describe("row security", () => {
  test("every table of a conta is walled, whoever owns it, with a policy that reads app.conta", async () => {
    const rows = await t.asOwner<{ nome: string; on: boolean; force: boolean; policies: string | null }>(
      `SELECT c.relname AS nome, c.relrowsecurity AS on, c.relforcerowsecurity AS force,
         (SELECT string_agg(coalesce(p.qual, '') || coalesce(p.with_check, ''), ' ') FROM pg_policies p
          WHERE p.tablename = c.relname AND 'malote_app' = ANY (p.roles)) AS policies
       FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '_prisma_migrations'`,
    );
    expect(rows.length).toBeGreaterThan(20);
    for (const { nome, on, force, policies } of rows) {
      expect({ nome, on, force }).toEqual({ nome, on: true, force: true });
      if (DA_CASA.test(nome)) expect(policies, nome).toBeNull();
      else expect(policies, nome).toContain("current_setting('app.conta'");
    }
  });

  test("a query that forgot its conta sees the rows of its own conta", async () => {
    for (const tabela of tabelas.filter(({ lida }) => lida)) {
      const rows = await t.ctx.database.withContaSql(dona, (sql) => sql.query(countAll(tabela)));
      expect({ nome: tabela.nome, rows }).not.toEqual({ nome: tabela.nome, rows: [{ n: 0 }] });
    }
  });

  test("a query that forgot its conta sees nothing of another conta", async () => {
    for (const tabela of tabelas.filter(({ lida }) => lida)) {
      const where = tabela.nome === "conta" ? "id" : "conta_id";
      const rows = await t.ctx.database.withContaSql(outra, (sql) =>
        sql.query(`${countAll(tabela)} WHERE ${where} <> $1`, [outra]),
      );
      expect({ nome: tabela.nome, rows }).toEqual({ nome: tabela.nome, rows: [{ n: 0 }] });
    }
  });

  test("outside a transaction of a conta there is nothing to see", async () => {
    const client = new pg.Client(connectionConfig(t.config.databaseUrl, { role: "malote_app" }));
    await client.connect();
    try {
      for (const tabela of tabelas.filter(({ lida }) => lida)) {
        const { rows } = await client.query(countAll(tabela));
        expect({ nome: tabela.nome, rows }).toEqual({ nome: tabela.nome, rows: [{ n: 0 }] });
      }
    } finally {
      await client.end();
    }
  });

  test("no row is written, changed or deleted in the name of another conta", async () => {
    const inOutra = (text: string, values: string[]) =>
      t.ctx.database.withContaSql(outra, (sql) => sql.execute(text, values));
    await expect(
      inOutra("INSERT INTO participante VALUES ($1, '1', 'x', 'x', 'x', now())", [dona]),
    ).rejects.toThrow(/row-level security/);
    expect(await inOutra("UPDATE nota SET processado_erp = true WHERE conta_id = $1", [dona])).toBe(0);
    expect(await inOutra("DELETE FROM tarefa WHERE conta_id = $1", [dona])).toBe(0);
    await expect(inOutra("UPDATE nota SET conta_id = $1", [dona])).resolves.toBe(0);
  });

  test("the next transaction on the same connection does not inherit the conta", async () => {
    const database = await openDatabase(t.config, { log, poolMax: 1 });
    try {
      await database.withContaSql(dona, (sql) => sql.query("SELECT 1"));
      await expect(
        database.withContaSql(dona, async () => Promise.reject(new Error("stop"))),
      ).rejects.toThrow("stop");
      const rows = await database.withContaSql(outra, (sql) => sql.query("SELECT count(*) AS n FROM nota"));
      expect(rows).toEqual([{ n: 0 }]);
      const prisma = await database.withConta(outra, (db) => db.nota.count());
      expect(prisma).toBe(0);
    } finally {
      await database.close();
    }
  });
});

describe("start", () => {
  test("is refused with the role of the database's own superuser", async () => {
    const { username } = new URL(t.config.databaseUrl);
    const opening = openDatabase(t.config, { log, role: username });
    await expect(opening).rejects.toThrow(StartRefusal);
    await expect(opening).rejects.toThrow(/é superusuário .* o Malote não inicia/);
  });

  test.each([
    ["is a superuser", "SUPERUSER NOBYPASSRLS", /é superusuário/],
    ["has BYPASSRLS", "NOSUPERUSER BYPASSRLS", /tem BYPASSRLS/],
  ])("is refused with a role that %s", async (_, power, sentence) => {
    const role = `malote_t_${randomBytes(6).toString("hex")}`;
    await t.asOwner(`CREATE ROLE ${role} NOLOGIN ${power}`);
    try {
      await expect(openDatabase(t.config, { log, role })).rejects.toThrow(sentence);
    } finally {
      await t.asOwner(`DROP ROLE ${role}`);
    }
  });

  test("takes its role even where the operator's address names another", async () => {
    const url = new URL(t.config.databaseUrl);
    url.searchParams.set("options", "-c role=none");
    const database = await openDatabase({ databaseUrl: url.href }, { log });
    expect(await database.withContaSql(outra, (sql) => sql.query("SELECT current_user::text AS eu"))).toEqual(
      [{ eu: "malote_app" }],
    );
    await database.close();
  });
});

describe("transactions", () => {
  test("one inside another is refused, for it would stop the pool", async () => {
    const nested = t.ctx.database.withConta(dona, () => t.ctx.database.withContaSql(dona, async () => 1));
    await expect(nested).rejects.toThrow(/withConta inside withConta/);
  });

  test("a query that was not awaited does not run in somebody else's transaction", async () => {
    const late = await t.ctx.database.withContaSql(dona, async (sql) => ({ query: sql.query }));
    await expect(late.query("SELECT 1")).rejects.toThrow(/transaction has ended/);
  });

  test("a failed one leaves nothing behind and gives its connection back", async () => {
    const database = await openDatabase(t.config, { log, poolMax: 1 });
    try {
      for (let n = 0; n < 3; n += 1) {
        const failing = database.withContaSql(dona, async (sql) => {
          await sql.execute("INSERT INTO participante VALUES ($1, 'desfeito', 'x', 'x', 'x', now())", [dona]);
          await sql.query("SELECT 1 / 0");
        });
        await expect(failing).rejects.toThrow(/division by zero/);
      }
    } finally {
      await database.close();
    }
    expect(await t.asOwner("SELECT FROM participante WHERE documento = 'desfeito'")).toHaveLength(0);
  });

  test("a connection cut in the middle fails that transaction only", async () => {
    const cut = t.ctx.database.withContaSql(dona, async (sql) => {
      const [row] = await sql.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
      await t.asOwner("SELECT pg_terminate_backend($1)", [row?.pid ?? 0]);
      await sql.query("SELECT 1");
    });
    await expect(cut).rejects.toThrow();
    expect(await t.ctx.database.withContaSql(dona, (sql) => sql.query("SELECT 1 AS um"))).toEqual([
      { um: 1 },
    ]);
  });
});
