import { randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import path from "node:path";
import { Outage } from "../errors.ts";
import type { StoreGuard } from "./blob-store.ts";
import { blobPath, quarantineOf, trashOf } from "./folder-store.ts";
import { isMissing, makeFolder } from "./make-folder.ts";

/** Names a folder of blobs; the database keeps the same id. A folder without it is not mounted, or another one. */
export const IDENTITY_FILE = ".malote-armazem";

/** Work that meets a folder that is not ours is tried again after so long, in ms. */
const RETRY_MS = 30_000;
/** E-mails by which a folder without identity is recognised. */
const SAMPLE = 20;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the database says of its folder of blobs. */
export type StoreRecords = {
  findInstallation(): Promise<{ storeId: string | null }>;
  bindStore(storeId: string): Promise<string>;
  findRecentBlobs(limite: number): Promise<readonly { contaId: string; sha256: string }[]>;
};

/** The folder of blobs is not ours: nothing is written there, and what is not found there is not lost. */
export class StoreNotOurs extends Outage {
  constructor(message: string) {
    super(message, RETRY_MS, { espera: "arquivos" });
    this.name = "StoreNotOurs";
  }
}

/** Looks at each call; binds a folder that the database does not know yet. @param root the folder of blobs */
export function createStoreGuard(root: string, records: StoreRecords): StoreGuard {
  let expected: string | null = null;
  return {
    requireOurs: async () => {
      expected ??= await bind(root, records);
      refuseOther(root, { found: await readIdentity(root), expected });
    },
  };
}

function refuseOther(root: string, { found, expected }: { found: string | null; expected: string }): void {
  if (found === expected) return;
  const why =
    found === null
      ? `não tem o arquivo ${IDENTITY_FILE} desta instalação: o disco não está montado, ou a pasta é outra`
      : "é de outra instalação do Malote";
  throw new StoreNotOurs(
    `A pasta dos arquivos (${root}) ${why}. Nada é gravado nela. Se for mesmo a pasta certa, vinda de uma cópia, rode npm run conta -- armazem.`,
  );
}

/** @returns the id that the folder must have. @throws {StoreNotOurs} a folder with none of the blobs that the database names */
async function bind(root: string, records: StoreRecords): Promise<string> {
  const { storeId } = await records.findInstallation();
  if (storeId !== null) return storeId;
  await refuseEmptied(root, await records.findRecentBlobs(SAMPLE));
  await makeFolder(root);
  return await records.bindStore((await readIdentity(root)) ?? (await writeIdentity(root, randomUUID())));
}

/**
 * The operator's word that a folder is the one of this database, though its name says otherwise.
 * @param o vazio: also when it has none of the blobs that the database names. @throws {StoreNotOurs} when it has none of them
 */
export async function adoptStore(
  root: string,
  records: StoreRecords & { unbindStore(): Promise<void> },
  { vazio }: { vazio: boolean },
): Promise<void> {
  if (!vazio) await refuseEmptied(root, await records.findRecentBlobs(SAMPLE));
  await makeFolder(root);
  await records.unbindStore();
  await records.bindStore((await readIdentity(root)) ?? (await writeIdentity(root, randomUUID())));
}

type Named = { contaId: string; sha256: string };

async function refuseEmptied(root: string, named: readonly Named[]): Promise<void> {
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

/** The id of a folder of blobs; null when it has none. */
export async function readIdentity(root: string): Promise<string | null> {
  try {
    const text = (await fs.readFile(path.join(root, IDENTITY_FILE), "utf8")).trim();
    return UUID.test(text) ? text : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Names a folder that has no name. @returns its id, which another process may have written first */
async function writeIdentity(root: string, id: string): Promise<string> {
  const aside = path.join(root, `${IDENTITY_FILE}.${randomUUID()}.tmp`);
  const handle = await fs.open(aside, "wx", 0o600);
  try {
    await handle.writeFile(`${id}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  // A link, unlike a rename, never takes the place of a file that is there.
  await fs.link(aside, path.join(root, IDENTITY_FILE)).catch((error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
  await fs.rm(aside, { force: true });
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
