import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executeText, openDatabase } from "../../src/db/index.ts";
import { connectionConfig, createPool } from "../../src/db/pool.ts";
import { refuseLooseRole } from "../../src/db/role-guard.ts";
import { StartRefusal } from "../../src/errors.ts";
import { createLogger } from "../../src/log.ts";
import { queryInConta } from "../setup/conta-sql.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";
import { fillEveryTable, type Table } from "./every-table.ts";

let t: TestContext;
let tables: Table[];
let ownConta = "";
let otherConta = "";

beforeAll(async () => {
  t = await createTestContext();
  ownConta = (await t.createConta()).contaId;
  otherConta = (await t.createConta()).contaId;
  tables = await fillEveryTable(t, ownConta);
});
afterAll(() => t.dispose());

const log = createLogger("teste", "silent");

/** Tables that belong to no conta: only the gatekeeper functions read them. */
const INSTALLATION_TABLES =
  /^(armazenamento_medida|backup_\w+|coleta_pausa|contato|entrada_\w+|installation|limite_uso|operador_ato|operador_aviso|passkey_desafio|sefaz_\w+|trabalho_minuto)$/;

/** The query that a bug would send: without the application's filter. */
const countAll = ({ nome }: Table): string => `SELECT count(*) AS n FROM "${nome}"`;

describe("row security of contas", () => {
  test("every table forces row security, with a policy that reads app.conta", async () => {
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
      if (INSTALLATION_TABLES.test(nome)) expect(policies, nome).toBeNull();
      else expect(policies, nome).toContain("current_setting('app.conta'");
    }
  });

  test("a query without a conta filter sees the rows of its own conta", async () => {
    for (const table of tables.filter(({ lida }) => lida)) {
      const rows = await t.ctx.database.withConta(ownConta, (db) => queryInConta(db, countAll(table)));
      expect({ nome: table.nome, rows }).not.toEqual({ nome: table.nome, rows: [{ n: 0 }] });
    }
  });

  test("a query without a conta filter sees no row of another conta", async () => {
    for (const table of tables.filter(({ lida }) => lida)) {
      const where = table.nome === "conta" ? "id" : "conta_id";
      const rows = await t.ctx.database.withConta(otherConta, (db) =>
        queryInConta(db, `${countAll(table)} WHERE ${where} <> $1`, [otherConta]),
      );
      expect({ nome: table.nome, rows }).toEqual({ nome: table.nome, rows: [{ n: 0 }] });
    }
  });

  test("a query outside a conta transaction sees no row", async () => {
    const client = new pg.Client(connectionConfig(t.config.databaseUrl, { role: "malote_app" }));
    await client.connect();
    try {
      for (const table of tables.filter(({ lida }) => lida)) {
        const { rows } = await client.query(countAll(table));
        expect({ nome: table.nome, rows }).toEqual({ nome: table.nome, rows: [{ n: 0 }] });
      }
    } finally {
      await client.end();
    }
  });

  test("no row of another conta can be written, changed or deleted", async () => {
    const executeInOther = (text: string, values: string[]) =>
      t.ctx.database.withConta(otherConta, (db) => executeText(db, text, values));
    await expect(
      executeInOther("INSERT INTO participante VALUES ($1, '1', 'x', 'x', 'x', now())", [ownConta]),
    ).rejects.toThrow(/row-level security/);
    expect(
      await executeInOther("UPDATE nota SET processado_erp = true WHERE conta_id = $1", [ownConta]),
    ).toBe(0);
    expect(await executeInOther("DELETE FROM tarefa WHERE conta_id = $1", [ownConta])).toBe(0);
    await expect(executeInOther("UPDATE nota SET conta_id = $1", [ownConta])).resolves.toBe(0);
  });

  test("only the view of parts hidden from restricted users bypasses row security", async () => {
    const rows = await t.asOwner(
      `SELECT c.relname AS nome, pg_get_userbyid(c.relowner) AS dona,
         (SELECT string_agg(a.grantee::regrole::text, ' ' ORDER BY 1) FROM aclexplode(c.relacl) a WHERE a.grantee <> c.relowner) AS quem
       FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('v', 'm')`,
    );
    expect(rows).toEqual([{ nome: "restrito_parte", dona: "malote_portaria", quem: "malote_restrito" }]);
  });

  test("the next transaction on the same connection does not inherit the conta", async () => {
    const database = await openDatabase(t.config, { log, poolMax: 1 });
    try {
      await database.withConta(ownConta, (db) => queryInConta(db, "SELECT 1"));
      await expect(
        database.withConta(ownConta, async () => Promise.reject(new Error("stop"))),
      ).rejects.toThrow("stop");
      const rows = await database.withConta(otherConta, (db) =>
        queryInConta(db, "SELECT count(*) AS n FROM nota"),
      );
      expect(rows).toEqual([{ n: 0 }]);
      const built = await database.withConta(otherConta, (db) =>
        db.selectFrom("nota").select("id").execute(),
      );
      expect(built).toEqual([]);
    } finally {
      await database.close();
    }
  });
});

/** Tables that belong to no empresa: all users of the conta share them, some only as managers. */
const SHARED_TABLES = [
  ...[
    "antivirus",
    "api_token",
    "api_token_segredo",
    "api_token_uso",
    "caixa_email",
    "caixa_mensagem",
    "conta",
    "conta_sequencia",
    "envio",
    "feed_epoch",
    "lote_numero",
    "registro",
    "registro_ponta",
  ],
  ...["sessao", "sessao_token", "tarefa", "uso_mes", "usuario", "usuario_token"],
];

describe("row security of users restricted to some empresas", () => {
  const nobody = "00000000-0000-0000-0000-000000000000";

  test("a policy limits a restricted user in every table except the shared ones", async () => {
    const rows = await t.asOwner<{ nome: string }>(
      `SELECT c.relname AS nome FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND has_table_privilege('malote_restrito', c.oid, 'SELECT')
         AND NOT EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname AND p.policyname = 'restrito' AND p.permissive = 'RESTRICTIVE')
       ORDER BY c.relname COLLATE "C"`,
    );
    expect(rows.map(({ nome }) => nome)).toEqual(SHARED_TABLES);
  });

  test("a restricted user without empresas sees no row of a table that belongs to empresas", async () => {
    const database = t.ctx.database.restrictTo({ usuarioId: nobody, empresas: [] });
    for (const table of tables.filter(({ nome, lida }) => lida && !SHARED_TABLES.includes(nome))) {
      const rows = await database.withConta(ownConta, (db) => queryInConta(db, countAll(table)));
      expect({ nome: table.nome, rows }).toEqual({ nome: table.nome, rows: [{ n: 0 }] });
    }
    expect(await database.withConta(ownConta, (db) => db.selectFrom("nota").select("id").execute())).toEqual(
      [],
    );
  });

  test("a restricted user sees no row of another conta, whatever empresas the scope names", async () => {
    const empresas = await t.asOwner<{ id: string }>("SELECT id FROM empresa WHERE conta_id = $1", [
      ownConta,
    ]);
    const restriction = { usuarioId: nobody, empresas: empresas.map(({ id }) => id) };
    const database = t.ctx.database.restrictTo(restriction);
    for (const table of tables.filter(({ lida }) => lida)) {
      const where = table.nome === "conta" ? "id" : "conta_id";
      const rows = await database.withConta(otherConta, (db) =>
        queryInConta(db, `${countAll(table)} WHERE ${where} <> $1`, [otherConta]),
      );
      expect({ nome: table.nome, rows }).toEqual({ nome: table.nome, rows: [{ n: 0 }] });
    }
  });

  test("a restricted transaction leaves no scope on the connection for the next one", async () => {
    const database = await openDatabase(t.config, { log, poolMax: 1 });
    const whoAmI =
      "SELECT current_user::text AS eu, coalesce(current_setting('app.empresas', true), '') AS empresas";
    try {
      const restrito = database.restrictTo({ usuarioId: nobody, empresas: [nobody] });
      expect(await restrito.withConta(ownConta, (db) => queryInConta(db, whoAmI))).toEqual([
        { eu: "malote_restrito", empresas: `{${nobody}}` },
      ]);
      await expect(
        restrito.withConta(ownConta, async () => Promise.reject(new Error("stop"))),
      ).rejects.toThrow("stop");
      expect(await database.withConta(ownConta, (db) => queryInConta(db, whoAmI))).toEqual([
        { eu: "malote_app", empresas: "" },
      ]);
    } finally {
      await database.close();
    }
  });

  test("policies for restricted users do not slow other users' queries: they apply to the restricted role alone", async () => {
    const rows = await t.asOwner(
      "SELECT DISTINCT roles::text[] AS papeis FROM pg_policies WHERE permissive = 'RESTRICTIVE'",
    );
    expect(rows).toEqual([{ papeis: ["malote_restrito"] }]);
    const [membership] = await t.asOwner(
      "SELECT pg_has_role('malote_app', 'malote_restrito', 'MEMBER') AS e",
    );
    expect(membership).toEqual({ e: false });
  });
});

describe("roles at the server's start", () => {
  test("the server refuses the superuser of the database as its role", async () => {
    const { username } = new URL(t.ownerUrl);
    const opening = openDatabase({ databaseUrl: t.ownerUrl }, { log, role: username });
    await expect(opening).rejects.toThrow(StartRefusal);
    await expect(opening).rejects.toThrow(/é superusuário .* o Malote não inicia/);
  });

  test.each([
    ["is a superuser", "SUPERUSER NOBYPASSRLS", /é superusuário/],
    ["has BYPASSRLS", "NOSUPERUSER BYPASSRLS", /tem BYPASSRLS/],
  ])("the server refuses a role that %s", async (_, power, message) => {
    const role = `malote_t_${randomBytes(6).toString("hex")}`;
    await t.asOwner(`CREATE ROLE ${role} NOLOGIN ${power}`);
    try {
      await expect(openDatabase({ databaseUrl: t.ownerUrl }, { log, role })).rejects.toThrow(message);
    } finally {
      await t.asOwner(`DROP ROLE ${role}`);
    }
  });

  test("the server refuses a restricted role that bypasses row security or that it cannot assume", async () => {
    const role = `malote_t_${randomBytes(6).toString("hex")}`;
    const pool = createPool(t.ownerUrl, { max: 1 }, log);
    await t.asOwner(`CREATE ROLE ${role} NOLOGIN BYPASSRLS`);
    try {
      const guard = () => refuseLooseRole(pool, { role, of: "malote_app" });
      await expect(guard()).rejects.toThrow(/não existe ou não está como deveria/);
      await t.asOwner(`GRANT malote_app TO ${role}`);
      await expect(guard()).rejects.toThrow(/tem BYPASSRLS/);
      await t.asOwner(`ALTER ROLE ${role} NOBYPASSRLS`);
      await expect(guard()).resolves.toBeUndefined();
    } finally {
      await pool.end();
      await t.asOwner(`DROP ROLE ${role}`);
    }
  });

  test("the server assumes its role even when the connection URL names another role", async () => {
    const url = new URL(t.config.databaseUrl);
    url.searchParams.set("options", "-c role=none");
    const database = await openDatabase({ databaseUrl: url.href }, { log });
    expect(
      await database.withConta(otherConta, (db) => queryInConta(db, "SELECT current_user::text AS eu")),
    ).toEqual([{ eu: "malote_app" }]);
    await database.close();
  });
});

describe("transactions of a conta", () => {
  test("a nested transaction, which would exhaust the pool, is refused", async () => {
    const nested = t.ctx.database.withConta(ownConta, () =>
      t.ctx.database.withConta(ownConta, async () => 1),
    );
    await expect(nested).rejects.toThrow(/withConta inside withConta/);
  });

  test("a query that was not awaited does not run in a later transaction", async () => {
    const late = await t.ctx.database.withConta(ownConta, async (db) => ({ db }));
    await expect(late.db.selectFrom("nota").select("id").execute()).rejects.toThrow(/transaction has ended/);
  });

  test("a failed transaction is rolled back and returns its connection", async () => {
    const database = await openDatabase(t.config, { log, poolMax: 1 });
    try {
      for (let n = 0; n < 3; n += 1) {
        const failing = database.withConta(ownConta, async (db) => {
          await executeText(db, "INSERT INTO participante VALUES ($1, 'desfeito', 'x', 'x', 'x', now())", [
            ownConta,
          ]);
          await queryInConta(db, "SELECT 1 / 0");
        });
        await expect(failing).rejects.toThrow(/division by zero/);
      }
    } finally {
      await database.close();
    }
    expect(await t.asOwner("SELECT FROM participante WHERE documento = 'desfeito'")).toHaveLength(0);
  });

  test("a connection cut inside a transaction fails only that transaction", async () => {
    const cut = t.ctx.database.withConta(ownConta, async (db) => {
      const [row] = await queryInConta<{ pid: number }>(db, "SELECT pg_backend_pid() AS pid");
      await t.asOwner("SELECT pg_terminate_backend($1)", [row?.pid ?? 0]);
      await queryInConta(db, "SELECT 1");
    });
    await expect(cut).rejects.toThrow();
    expect(await t.ctx.database.withConta(ownConta, (db) => queryInConta(db, "SELECT 1 AS um"))).toEqual([
      { um: 1 },
    ]);
  });
});
