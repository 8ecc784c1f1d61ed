import fs from "node:fs/promises";
import { formatInteiro } from "@malote/syntax";
import { type AppContext, blobsOf } from "../app-context.ts";
import { isAway } from "../errors.ts";
import type { HealthFinding } from "./finding.ts";
import { explainDisk, probeFolder } from "./probe-folder.ts";

const MEGA = 1_048_576;

/**
 * Checks that the blob disk accepts writes and has free space, and that the folder is this installation's.
 */
export async function checkDisk(app: AppContext): Promise<HealthFinding[]> {
  const [disco, arquivos] = await Promise.all([checkSpace(app), checkStore(app)]);
  return arquivos === null ? [disco] : [disco, arquivos];
}

async function checkSpace({ config }: AppContext): Promise<HealthFinding> {
  const folder = await nearest(config);
  try {
    const { free, needed } = await probeFolder(folder);
    const livre = `${formatInteiro(Math.floor(free / MEGA))} MB livres em ${folder}`;
    if (free >= needed) return { name: "disco", ok: true, detail: `${livre}.` };
    const minimo = `são precisos ${formatInteiro(Math.ceil(needed / MEGA))} MB`;
    return { name: "disco", ok: false, detail: `Só há ${livre}: ${minimo}.` };
  } catch (error) {
    const why = explainDisk(error) ?? (error instanceof Error ? error.message : String(error));
    return { name: "disco", ok: false, detail: `A pasta ${folder} não aceita escrita: ${why}.` };
  }
}

/** The blob folder; before the first start it does not exist, and its parent is checked instead. */
async function nearest(config: AppContext["config"]): Promise<string> {
  const blobs = blobsOf(config);
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
    if (isAway(error)) return null;
    throw error;
  }
}
