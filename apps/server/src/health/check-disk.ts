import fs from "node:fs/promises";
import { formatInteger } from "@malote/syntax";
import type { AppContext } from "../app-context.ts";
import { blobFolderOf } from "../blob/folder-store.ts";
import { isUnavailable } from "../errors.ts";
import type { HealthFinding } from "./finding.ts";
import { explainDisk, probeFolder } from "./probe-folder.ts";

const MEBIBYTE = 1_048_576;

/**
 * Checks that the blob disk accepts writes and has free space, and that the folder is this installation's.
 */
export async function checkDisk(app: AppContext): Promise<HealthFinding[]> {
  const [spaceFinding, storeFinding] = await Promise.all([checkSpace(app), checkStore(app)]);
  return storeFinding === null ? [spaceFinding] : [spaceFinding, storeFinding];
}

async function checkSpace({ config }: AppContext): Promise<HealthFinding> {
  const folder = await findProbedFolder(config);
  try {
    const { free, needed } = await probeFolder(folder);
    const freeText = `${formatInteger(Math.floor(free / MEBIBYTE))} MB livres em ${folder}`;
    if (free >= needed) return { name: "disco", ok: true, detail: `${freeText}.` };
    const neededText = `são precisos ${formatInteger(Math.ceil(needed / MEBIBYTE))} MB`;
    return { name: "disco", ok: false, detail: `Só há ${freeText}: ${neededText}.` };
  } catch (error) {
    const why = explainDisk(error) ?? (error instanceof Error ? error.message : String(error));
    return { name: "disco", ok: false, detail: `A pasta ${folder} não aceita escrita: ${why}.` };
  }
}

/** The blob folder; before the first start it does not exist, and its parent is checked instead. */
async function findProbedFolder(config: AppContext["config"]): Promise<string> {
  const blobs = blobFolderOf(config);
  return await fs.stat(blobs).then(
    () => blobs,
    () => config.dataDir,
  );
}

/** Checks the folder's id. Null while the database, which has the expected id, is unavailable. */
async function checkStore({ storeGuard }: AppContext): Promise<HealthFinding | null> {
  try {
    await storeGuard.requireOurs();
    return { name: "arquivos", ok: true, detail: "A pasta dos arquivos é a desta instalação." };
  } catch (error) {
    const why = explainDisk(error);
    if (why !== null)
      return { name: "arquivos", ok: false, detail: `A pasta dos arquivos não pode ser lida: ${why}.` };
    if (!(error instanceof Error)) throw error;
    if (error.name === "StoreNotOurs") return { name: "arquivos", ok: false, detail: error.message };
    if (isUnavailable(error)) return null;
    throw error;
  }
}
