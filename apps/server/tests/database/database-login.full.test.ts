import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { executeText, openDatabase } from "../../src/db/index.ts";
import { APP_ROLE, connectionConfig } from "../../src/db/pool.ts";
import { StartRefusal } from "../../src/errors.ts";
import { createLogger } from "../../src/log.ts";
import { runSetup } from "../../src/setup/run-setup.ts";
import type { TestContext } from "../setup/context.ts";
import { createTestContext } from "../setup/context.ts";

let t: TestContext;
let contaId = "";
let ownerRole = "";
const log = createLogger("teste", "silent");
const inventRoleName = (): string => `malote_t_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  t = await createTestContext();
  // A copied database lacks the rights that setup revokes, so setup runs again.
  await runSetup({ ...t.config, ownerUrl: t.ownerUrl });
  contaId = (await t.createConta()).contaId;
  ownerRole = new URL(t.ownerUrl).username;
});
afterAll(() => t.dispose());

/** Runs SQL as an attacker who injected it: any statements, on a connection with the server's role. */
async function inject(...texts: string[]): Promise<unknown> {
  const client = new pg.Client(connectionConfig(t.config.databaseUrl, { role: APP_ROLE }));
  await client.connect();
  try {
    let last: unknown;
    for (const text of texts) last = (await client.query(text)).rows;
    return last;
  } finally {
    await client.end();
  }
}

describe("SQL injected into the server", () => {
  test.each([
    ["leaves its role for the owner's", () => [`SET ROLE ${ownerRole}`], /permission denied to set role/],
    [
      "leaves it by set_config",
      () => [`SELECT set_config('role', '${ownerRole}', false)`],
      /permission denied to set role/,
    ],
    ["becomes the gatekeeper", () => ["SET ROLE malote_portaria"], /permission denied to set role/],
    ["becomes what reads all rows", () => ["SET ROLE malote_backup"], /permission denied to set role/],
    [
      "becomes another session",
      () => [`SET SESSION AUTHORIZATION ${ownerRole}`],
      /permission denied to set session authorization/,
    ],
    ["reads password hashes", () => ["SELECT rolpassword FROM pg_authid"], /permission denied/],
    [
      "runs a program",
      () => ["COPY (SELECT 1) TO PROGRAM 'true'"],
      /permission denied to COPY to or from an external program/,
    ],
    ["reads a file of the server", () => ["SELECT pg_read_file('/etc/passwd')"], /permission denied/],
    [
      "makes a function",
      () => ["CREATE FUNCTION f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
      /permission denied/,
    ],
    [
      "makes one in the queue's schema",
      () => ["CREATE FUNCTION bullmq.f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
      /permission denied/,
    ],
    [
      "makes a temporary one",
      () => ["CREATE FUNCTION pg_temp.f() RETURNS int LANGUAGE sql AS 'SELECT 1'"],
      /permission denied/,
    ],
    ["makes a temporary table", () => ["CREATE TEMP TABLE x ()"], /permission denied/],
    ["makes a role", () => ["CREATE ROLE malote_intruso SUPERUSER"], /permission denied to create role/],
    [
      "makes itself powerful",
      () => ["RESET ROLE", "SET ROLE NONE", "ALTER ROLE CURRENT_USER SUPERUSER"],
      /permission denied/,
    ],
    ["takes the walls away", () => ["ALTER TABLE nota DISABLE ROW LEVEL SECURITY"], /must be owner/],
    [
      "turns them off for itself",
      () => ["SET row_security = off", "SELECT count(*) FROM nota"],
      /row-level security/,
    ],
    [
      "reads as the login",
      () => ["RESET ROLE", "SET ROLE NONE", "SELECT count(*) FROM nota"],
      /permission denied for table nota/,
    ],
    [
      "reads the originals as the login",
      () => ["SET ROLE NONE", "SELECT count(*) FROM documento_xml"],
      /permission denied/,
    ],
    [
      "reads the queue as the login",
      () => ["SET ROLE NONE", "SELECT count(*) FROM bullmq.job"],
      /permission denied/,
    ],
  ])("injected SQL that %s is refused", async (_caso, texts, message) => {
    await expect(inject(...texts())).rejects.toThrow(message);
  });

  test("RESET ROLE keeps the server's role, and SET ROLE NONE leaves a login without rights", async () => {
    const caller = "SELECT session_user::text AS login, current_user::text AS papel";
    const login = new URL(t.config.databaseUrl).username;
    expect(await inject("RESET ROLE", caller)).toEqual([{ login, papel: APP_ROLE }]);
    expect(await inject("SET ROLE NONE", caller)).toEqual([{ login, papel: login }]);
  });

  test("the transaction of a restricted user cannot change to another role either", async () => {
    const restrito = t.ctx.database.restrictTo({ usuarioId: contaId, empresas: [] });
    for (const role of [ownerRole, "malote_portaria"]) {
      const leaving = restrito.withConta(contaId, (db) => executeText(db, `SET LOCAL ROLE ${role}`));
      await expect(leaving).rejects.toThrow(/permission denied to set role/);
    }
  });
});

/** Creates a login as an operator might, for the duration of the test. */
async function withLogin(
  make: (nome: string) => string[],
  work: (url: string, nome: string) => Promise<void>,
): Promise<void> {
  const nome = inventRoleName();
  const url = new URL(t.ownerUrl);
  [url.username, url.password] = [nome, nome];
  await t.asOwner(`CREATE ROLE ${nome} LOGIN NOINHERIT PASSWORD '${nome}'`);
  await t.asOwner(`GRANT malote_app, malote_restrito TO ${nome} WITH INHERIT FALSE, SET TRUE`);
  try {
    for (const text of make(nome)) await t.asOwner(text);
    await work(url.href, nome);
  } finally {
    await t.asOwner(`DROP OWNED BY ${nome}`);
    await t.asOwner(`DROP ROLE ${nome}`);
  }
}

describe("start of the server with a database login", () => {
  test("the server refuses the owner's login and says what to configure", async () => {
    const opening = openDatabase({ databaseUrl: t.ownerUrl }, { log });
    await expect(opening).rejects.toThrow(StartRefusal);
    await expect(opening).rejects.toThrow(
      /é superusuário: o Malote não inicia.*DATABASE_APP_URL um usuário só do servidor/,
    );
  });

  test.each<[string, (nome: string) => string[], RegExp]>([
    ["may make roles", (nome) => [`ALTER ROLE ${nome} CREATEROLE`], /tem CREATEROLE/],
    ["has BYPASSRLS", (nome) => [`ALTER ROLE ${nome} BYPASSRLS`], /tem BYPASSRLS/],
    [
      "may act as the gatekeeper",
      (nome) => [`GRANT malote_portaria TO ${nome}`],
      /pode agir como malote_portaria/,
    ],
    [
      "may act as the owner",
      (nome) => [`GRANT ${ownerRole} TO ${nome} WITH INHERIT FALSE`],
      /pode agir como .*o Malote não inicia/,
    ],
    [
      "may read everything",
      (nome) => [`GRANT pg_read_all_data TO ${nome}`],
      /pode agir como pg_read_all_data/,
    ],
    [
      "may run programs",
      (nome) => [`GRANT pg_execute_server_program TO ${nome}`],
      /pode agir como pg_execute_server_program/,
    ],
    [
      "owns a table",
      (nome) => ["CREATE TABLE solta ()", `ALTER TABLE solta OWNER TO ${nome}`],
      /é dono de objetos/,
    ],
    ["owns a schema", (nome) => [`CREATE SCHEMA ${nome} AUTHORIZATION ${nome}`], /é dono de objetos/],
  ])("the server refuses a login that %s", async (_caso, make, message) => {
    await withLogin(make, async (databaseUrl) => {
      await expect(openDatabase({ databaseUrl }, { log })).rejects.toThrow(message);
    });
  });

  test("the server accepts a login that the operator created with no further rights", async () => {
    await withLogin(
      () => [],
      async (databaseUrl) => {
        const database = await openDatabase({ databaseUrl }, { log });
        await database.close();
      },
    );
  });

  test("the server reports a missing login, a wrong password and missing roles", async () => {
    const url = new URL(t.config.databaseUrl);
    url.password = "outra";
    const refused = /O banco recusou o usuário de DATABASE_APP_URL: a senha está errada/;
    await expect(openDatabase({ databaseUrl: url.href }, { log })).rejects.toThrow(refused);
    url.username = inventRoleName();
    await expect(openDatabase({ databaseUrl: url.href }, { log })).rejects.toThrow(refused);
    await withLogin(
      (nome) => [`REVOKE malote_app, malote_restrito FROM ${nome}`],
      async (databaseUrl) => {
        await expect(openDatabase({ databaseUrl }, { log })).rejects.toThrow(/não pode assumir os papéis/);
      },
    );
  });
});

describe("setup of the database login", () => {
  test("setup creates the login once and sets its password from DATABASE_APP_URL", async () => {
    const url = new URL(t.config.databaseUrl);
    [url.username, url.password] = [inventRoleName(), "primeira"];
    const setUp = async () => (await runSetup({ ownerUrl: t.ownerUrl, databaseUrl: url.href })).lines;
    try {
      expect(await setUp()).toEqual([`usuário ${url.username} do banco criado`]);
      expect(await setUp()).toEqual([]);
      url.password = "segunda";
      expect(await setUp()).toEqual([`senha do usuário ${url.username} do banco trocada`]);
      const database = await openDatabase({ databaseUrl: url.href }, { log });
      await database.close();
    } finally {
      await t.asOwner(`DROP OWNED BY ${url.username}`);
      await t.asOwner(`DROP ROLE ${url.username}`);
    }
  });

  test("setup does not change the password of a login that it did not create for this database", async () => {
    await withLogin(
      () => [],
      async (databaseUrl, nome) => {
        const url = new URL(databaseUrl);
        url.password = "errada";
        const running = runSetup({ ownerUrl: t.ownerUrl, databaseUrl: url.href });
        await expect(running).rejects.toThrow(new RegExp(`não é a do usuário ${nome} do banco`));
      },
    );
  });

  test("setup prints the statements for a superuser when the owner may not create a login", async () => {
    const nome = inventRoleName();
    const [ownerUrl, app] = [new URL(t.ownerUrl), new URL(t.config.databaseUrl)];
    [ownerUrl.username, ownerUrl.password, ownerUrl.pathname] = [nome, nome, `/${nome}`];
    [app.username, app.pathname] = [`${nome}_app`, `/${nome}`];
    await t.asOwner(`CREATE ROLE ${nome} LOGIN PASSWORD '${nome}'`);
    await t.asOwner(`GRANT malote_app, malote_restrito, malote_portaria, malote_backup TO ${nome}`);
    await t.asOwner(`CREATE DATABASE ${nome} OWNER ${nome}`);
    try {
      const running = runSetup({ ownerUrl: ownerUrl.href, databaseUrl: app.href });
      await expect(running).rejects.toThrow(StartRefusal);
      await expect(running).rejects.toThrow(`CREATE ROLE ${nome}_app LOGIN NOINHERIT PASSWORD`);
    } finally {
      await t.asOwner(`DROP DATABASE ${nome} WITH (FORCE)`);
      await t.asOwner(`DROP ROLE ${nome}`);
    }
  });
});
