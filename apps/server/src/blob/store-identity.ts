import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Outage } from "../errors.ts";
import type { StoreGuard } from "./blob-store.ts";
import { blobPath, quarantineOf, trashOf } from "./folder-store.ts";
import { isMissing, makeFolder } from "./make-folder.ts";

/**
 * Holds the blob folder's id, which the database also stores.
 * A folder without it is not mounted, or another one.
 */
export const IDENTITY_FILE = ".malote-armazem";

/** Delay before work is retried when the folder is not this installation's, in ms. */
const RETRY_MS = 30_000;
/** Most recent e-mails whose blobs identify a folder that has no id. */
const SAMPLE = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The database's records about its blob folder. */
export type StoreRecords = {
  findInstallation(): Promise<{ storeId: string | null }>;
  bindStore(storeId: string): Promise<string>;
  findRecentBlobs(limit: number): Promise<readonly { contaId: string; sha256: string }[]>;
};

/**
 * The blob folder is not this installation's: nothing is
 * written there, and a blob not found there is not lost.
 */
export class StoreNotOurs extends Outage {
  constructor(message: string) {
    super(message, RETRY_MS, { espera: "arquivos" });
    this.name = "StoreNotOurs";
  }
}

/**
 * Checks the id at each call, and binds a folder when the database has no id yet. @param root the blob folder
 */
export function createStoreGuard(root: string, records: StoreRecords): StoreGuard {
  let expected: string | null = null;
  return {
    requireOurs: async () => {
      expected ??= await bindFolder(root, records);
      assertExpected(root, { found: await readIdentity(root), expected });
    },
  };
}

function assertExpected(root: string, { found, expected }: { found: string | null; expected: string }): void {
  if (found === expected) return;
  const why =
    found === null
      ? `não tem o arquivo ${IDENTITY_FILE} desta instalação: o disco não está montado, ou a pasta é outra`
      : "é de outra instalação do Malote";
  throw new StoreNotOurs(
    `A pasta dos arquivos (${root}) ${why}. Nada é gravado nela. Se for mesmo a pasta certa, vinda de uma cópia, rode npm run conta -- armazem.`,
  );
}

/**
 * @returns the id that the folder must have
 * @throws {StoreNotOurs} when the folder has none of the blobs that the database names
 */
async function bindFolder(root: string, records: StoreRecords): Promise<string> {
  const { storeId } = await records.findInstallation();
  if (storeId !== null) return storeId;
  await assertHasBlobs(root, await records.findRecentBlobs(SAMPLE));
  await makeFolder(root);
  return await records.bindStore((await readIdentity(root)) ?? (await writeIdentity(root, randomUUID())));
}

/**
 * Binds a folder to this database at the operator's request, although its id differs.
 * @param o vazio: accept a folder that has none of the blobs that the database names
 * @throws {StoreNotOurs} when it has none of them and vazio is false
 */
export async function adoptStore(
  root: string,
  records: StoreRecords & { unbindStore(): Promise<void> },
  { vazio }: { vazio: boolean },
): Promise<void> {
  if (!vazio) await assertHasBlobs(root, await records.findRecentBlobs(SAMPLE));
  await makeFolder(root);
  await records.unbindStore();
  await records.bindStore((await readIdentity(root)) ?? (await writeIdentity(root, randomUUID())));
}

type Named = { contaId: string; sha256: string };

async function assertHasBlobs(root: string, named: readonly Named[]): Promise<void> {
  for (const { contaId, sha256 } of named) {
    for (const place of [root, quarantineOf(root), trashOf(root)]) {
      if (await exists(blobPath(place, contaId, sha256))) return;
    }
  }
  if (named.length === 0) return;
  throw new StoreNotOurs(
    `A pasta dos arquivos (${root}) não tem nenhum dos ${named.length} e-mails mais recentes que o banco cita: o disco não está montado, ` +
      "ou a pasta é outra. Nada é gravado nela. Restaure os arquivos junto com o banco.",
  );
}

/** Reads a blob folder's id; null when it has none. */
export async function readIdentity(root: string): Promise<string | null> {
  try {
    const text = (await fs.readFile(path.join(root, IDENTITY_FILE), "utf8")).trim();
    return UUID.test(text) ? text : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Gives an id to a folder without one. @returns its id, which another process may have written first */
async function writeIdentity(root: string, id: string): Promise<string> {
  const temporaryFile = path.join(root, `${IDENTITY_FILE}.${randomUUID()}.tmp`);
  const handle = await fs.open(temporaryFile, "wx", 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // Unlike a rename, a link never replaces an existing file.
  await fs.link(temporaryFile, path.join(root, IDENTITY_FILE)).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await fs.rm(temporaryFile, { force: true });
  return (await readIdentity(root)) ?? id;
}

async function exists(file: string): Promise<boolean> {
  return await fs.stat(file).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
}
