import { randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import pg from "pg";
import type { BackupTools } from "../../src/backup/backup-tools.ts";
import type { Created } from "../../src/backup/create-backup.ts";
import { runCreate } from "../../src/backup/run-create.ts";
import { systemClock } from "../../src/clock.ts";
import { loginUrlOf } from "../database/login-url.ts";
import type { TestContext } from "../setup/context.ts";

/** Key derivation is weak on purpose: that of a real passphrase takes a second and 256 MB. */
export const PASSPHRASE = "senha de teste do backup";
const LOG_N = 4;

/** A repository in a temporary folder. */
export async function openTempFolder(): Promise<{ folder: string; dispose: () => Promise<void> }> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-backup-"));
  return { folder, dispose: () => fs.rm(folder, { recursive: true, force: true }) };
}

export type BackupSource = { ownerUrl: string; dataDir: string };

/** The tools of the backup commands for one database and one repository. lines: their output. */
export function toolsOf(
  { ownerUrl, dataDir }: BackupSource,
  folder: string,
  { passphrase = PASSPHRASE }: { passphrase?: string } = {},
): BackupTools & { lines: string[] } {
  const lines: string[] = [];
  const keys = {
    passphrase,
    recipients: [],
    identities: [],
    cacheFolder: path.join(dataDir, "backup"),
    logN: LOG_N,
  };
  const place = { kind: "folder", folder } as const;
  return { ownerUrl, dataDir, keys, place, clock: systemClock, say: (line) => lines.push(line), lines };
}

export const sourceOf = ({ ownerUrl, config }: TestContext): BackupSource => ({
  ownerUrl,
  dataDir: config.dataDir,
});

export async function createBackup(t: TestContext, folder: string): Promise<Created> {
  return await runCreate(toolsOf(sourceOf(t), folder), t.config);
}

/** An empty database whose owner is no superuser, and an empty data folder. */
export type Host = BackupSource & {
  /** Of the server's login role. */
  databaseUrl: string;
  /** Of a superuser, who sees every row despite row security. */
  adminUrl: string;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  dispose: () => Promise<void>;
};

export async function openHost(t: Pick<TestContext, "asOwner" | "ownerUrl">): Promise<Host> {
  const name = `malote_t_${randomBytes(6).toString("hex")}`;
  await t.asOwner(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
  await t.asOwner(`GRANT malote_app, malote_restrito, malote_portaria, malote_backup TO ${name}`);
  await t.asOwner(`CREATE DATABASE ${name} OWNER ${name}`);
  const owner = new URL(t.ownerUrl);
  owner.pathname = `/${name}`;
  const adminUrl = owner.href;
  [owner.username, owner.password] = [name, name];
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), "malote-host-"));
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  admin.on("error", () => {});
  return {
    ...{ ownerUrl: owner.href, dataDir, adminUrl, databaseUrl: loginUrlOf(owner.href) },
    query: async (text, values) => (await admin.query(text, values)).rows,
    dispose: async () => {
      await admin.end();
      await t.asOwner(`DROP DATABASE ${name} WITH (FORCE)`);
      await t.asOwner(`DROP ROLE ${name}`);
      await fs.rm(dataDir, { recursive: true, force: true });
    },
  };
}
