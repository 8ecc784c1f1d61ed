import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import pg from "pg";
import { blobFolderOf } from "../../src/blob/folder-store.ts";
import type { TestContext } from "../setup/context.ts";
import { type BackupSource, type Host, openHost, PASSPHRASE } from "./backup-tools.ts";

const PROGRAM = path.resolve(import.meta.dirname, "../../dist/backup.mjs");
const POLL_MS = 5;
/** The connection of a killed process keeps its backup lock until the database notices the
 * disconnect. */
const RELEASE_MS = 60_000;

export type BackupRun = { child: ChildProcess; said: () => string; ended: Promise<number | null> };

/** `npm run backup -- …` as its own process, from the build. uid: another user. */
export function startBackup(args: readonly string[], env: NodeJS.ProcessEnv, uid?: number): BackupRun {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, LOG_LEVEL: "info", ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (text += String(data)));
  return { child, said: () => text, ended: once(child, "close").then(([code]) => code) };
}

export async function runBackupProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  uid?: number,
): Promise<{ code: number | null; said: string }> {
  const { said, ended } = startBackup(args, env, uid);
  return { code: await ended, said: said() };
}

/** The environment of the commands for a database and a destination. */
export function envOf(
  { ownerUrl, dataDir, databaseUrl, chave }: BackupSource & { databaseUrl: string; chave: Buffer },
  folder: string,
): NodeJS.ProcessEnv {
  return {
    ...{ DATABASE_URL: ownerUrl, DATABASE_APP_URL: databaseUrl, DATA_DIR: dataDir },
    ...{ MALOTE_KEY: chave.toString("base64"), BACKUP_SENHA: PASSPHRASE, BACKUP_DESTINO: folder },
  };
}

export const envOfContext = (t: TestContext, folder: string): NodeJS.ProcessEnv =>
  envOf({ ...t.config, ownerUrl: t.ownerUrl }, folder);

/** A new pair of age keys. file: holds the secret one. */
export async function makeAgeKeys(folder: string): Promise<{ recipient: string; file: string }> {
  const identity = await generateX25519Identity();
  const file = path.join(folder, "age.txt");
  await fs.writeFile(file, `# de um teste\n${identity}\n`, { mode: 0o600 });
  return { recipient: await identityToRecipient(identity), file };
}

/** Every row of every table as text, past row security, without what a restore changes on purpose. */
export async function readAll(ownerUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ nome: string }>(
      `SELECT relname AS nome FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
         AND relname NOT LIKE 'backup\\_%' AND relname NOT IN ('_prisma_migrations', 'installation', 'feed_epoch', 'conta_sequencia')`,
    );
    const all = new Map<string, string>();
    for (const { nome } of rows) {
      const { rows: found } = await client.query<{ tudo: string | null }>(
        `SELECT md5(string_agg(x::text, '|' ORDER BY x::text)) AS tudo FROM ${client.escapeIdentifier(nome)} AS x`,
      );
      all.set(nome, found[0]?.tudo ?? "");
    }
    return all;
  } finally {
    await client.end();
  }
}

/** Differences between the original and the restored host, by table and by blob. */
export async function findDifferences(t: TestContext, host: Host): Promise<string[]> {
  const [mine, theirs] = [await readAll(t.ownerUrl), await readAll(host.adminUrl)];
  const wrong = [...mine].filter(([table, rows]) => theirs.get(table) !== rows).map(([table]) => table);
  const blobs = await listBlobs(blobFolderOf(t.config));
  const there = await listBlobs(blobFolderOf(host));
  for (const name of blobs) if (!there.includes(name)) wrong.push(`falta ${name}`);
  for (const name of there) {
    const bytes = await fs.readFile(path.join(blobFolderOf(host), name));
    const isSame = createHash("sha256").update(bytes).digest("hex") === path.basename(name);
    if (!isSame) wrong.push(`outro conteúdo: ${name}`);
  }
  return wrong;
}

async function listBlobs(root: string): Promise<string[]> {
  const all = await fs.readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  return all
    .filter((each) => each.isFile() && /^[0-9a-f]{64}$/.test(each.name))
    .map((each) => path.relative(root, path.join(each.parentPath, each.name)))
    .sort();
}

/** Number of restored blobs at which the process is killed. */
export type KillPoint = { blobs: number };

/** Restores on an empty host, kills the process in the middle, and restores again.
 * @returns what is wrong at the end; empty when everything is equal */
export async function killRestore(
  t: TestContext,
  env: NodeJS.ProcessEnv,
  { blobs }: KillPoint,
): Promise<string[]> {
  const host = await openHost(t);
  try {
    const urls = { DATABASE_URL: host.ownerUrl, DATABASE_APP_URL: host.databaseUrl, DATA_DIR: host.dataDir };
    const { child, said, ended } = startBackup(["restaurar"], { ...env, ...urls });
    while (child.exitCode === null && (await listBlobs(blobFolderOf(host))).length < blobs)
      await sleep(POLL_MS);
    child.kill("SIGKILL");
    if ((await ended) !== null) return [`terminou antes de morrer: ${said()}`];
    const [conta] = await host.query<{ ha: boolean }>("SELECT to_regclass('public.conta') IS NOT NULL AS ha");
    const again = await restoreWhenFree({ ...env, ...urls });
    const wrong = again.code === 0 ? await findDifferences(t, host) : [`não restaurou: ${again.said}`];
    return conta?.ha ? ["a morte deixou tabelas", ...wrong] : wrong;
  } finally {
    await host.dispose();
  }
}

async function restoreWhenFree(env: NodeJS.ProcessEnv): Promise<{ code: number | null; said: string }> {
  const until = Date.now() + RELEASE_MS;
  for (;;) {
    const run = await runBackupProcess(["restaurar"], env);
    if (run.code === 0 || !run.said.includes("em andamento") || Date.now() > until) return run;
    await sleep(20 * POLL_MS);
  }
}
