import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { AppContext } from "../../src/app-context.ts";
import type { Config } from "../../src/config.ts";
import { newId } from "../../src/db/index.ts";
import { openContext } from "../../src/open-context.ts";
import { hashPassword } from "../../src/secrets/password.ts";
import { readSettings } from "../../src/settings.ts";
import { runSetup } from "../../src/setup/run-setup.ts";
import { loginUrlOf } from "../database/login-url.ts";
import { createFactories, type Factories } from "./factories.ts";

/** A clock that follows the real one until a test moves it. */
export type FakeClock = {
  now(): Date;
  advance(ms: number): void;
  set(instant: Date): void;
  /** Stops the clock except for explicit moves, so that seconds do not depend on the machine's
   * load. */
  hold(): void;
  /** Lets the clock run on from its current time. */
  release(): void;
};

/** A whole server without its HTTP endpoints: its own database, blobs and clock. */
export type TestContext = Factories & {
  ctx: AppContext;
  config: Config;
  /** The URL of the database's owner; `config.databaseUrl` is that of the server's login role. */
  ownerUrl: string;
  clock: FakeClock;
  /** Runs SQL as the database's owner, past row security, to check results. */
  asOwner<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  /** Closes everything and drops the database. */
  dispose(): Promise<void>;
};

/** Makes an empty database on TEST_DATABASE_URL as `npm start` does: a copy of the
 * template of template-database.ts, or outside vitest its own.
 * @throws when TEST_DATABASE_URL is absent; scripts/test.mjs starts a PostgreSQL and sets it */
export async function createTestContext(overrides: Partial<Config> = {}): Promise<TestContext> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server)
    throw new Error("Falta TEST_DATABASE_URL: rode `npm test`, que abre um PostgreSQL para os testes.");
  const name = `malote_t_${randomBytes(6).toString("hex")}`;
  const template = process.env.TEST_DATABASE_MODELO;
  await runOnce(server, `CREATE DATABASE ${name}${template ? ` TEMPLATE ${template}` : ""}`);
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-t-"));
  const url = new URL(server);
  url.pathname = `/${name}`;
  const ownerUrl = url.href;
  const config = { ...testConfig(loginUrlOf(ownerUrl), dataDir), ...overrides };
  if (!template) await runSetup({ ...config, ownerUrl });
  const clock = createFakeClock();
  const ctx = await openContext(config, { processName: "teste", clock });
  // Bound as at the start of a process: later, rows without blobs would make the folder look
  // foreign.
  await ctx.storeGuard.requireOurs();
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  owner.on("error", () => {});
  return {
    ctx,
    config,
    ownerUrl,
    clock,
    ...createFactories(ctx, { newId, hashSenha: hashPassword }),
    asOwner: async (text, values) => (await owner.query(text, values)).rows,
    dispose: async () => {
      await Promise.all([ctx.database.close(), owner.end()]);
      await runOnce(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}

function testConfig(databaseUrl: string, dataDir: string): Config {
  return {
    databaseUrl,
    redisUrl: null,
    host: "127.0.0.1",
    port: 0,
    dataDir,
    chave: randomBytes(32),
    previousKeys: [],
    lostKeys: [],
    sandbox: null,
    icpBrasilDir: null,
    trustedProviders: [],
    dfeSchemasDir: null,
    operatorPfx: null,
    antivirus: null,
    sefazTimeoutMs: 30_000,
    trustProxy: null,
    publicUrl: null,
    urlBase: "http://127.0.0.1:3000",
    smtp: null,
    contactEmail: null,
    operatorEmail: null,
    customers: [],
    captchaCost: 1,
    metricsServer: null,
    workerProbes: null,
    otel: null,
    feed: null,
    emailMaxBytes: 50 * 1_048_576,
    allowPrivate: false,
    isProduction: false,
    logLevel: process.env.LOG_LEVEL ?? "silent",
    backupDestination: null,
    settings: readSettings({}),
  };
}

function createFakeClock(): FakeClock {
  let offset = 0;
  let held: number | null = null;
  const base = (): number => held ?? Date.now();
  return {
    now: () => new Date(base() + offset),
    advance: (ms) => {
      offset += ms;
    },
    set: (instant) => {
      offset = instant.getTime() - base();
    },
    hold: () => {
      held = base();
    },
    release: () => {
      offset += base() - Date.now();
      held = null;
    },
  };
}

async function runOnce(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
