import fs from "node:fs/promises";
import path from "node:path";
import { HOUR_MS } from "@malote/syntax";
import type { AppContext } from "../../app-context.ts";
import { listFolders, listNames } from "../../blob/blob-folders.ts";
import { moveFile } from "../../blob/folder-cleanup.ts";
import { blobFolderOf, blobPath, isBlobName, trashOf } from "../../blob/folder-store.ts";
import { findReferencedBlobs } from "./blob-references.rows.ts";

/** A younger blob may belong to a transaction that is not committed yet. */
const AGE_MS = 48 * HOUR_MS;
const BATCH = 500;

/**
 * apagados: deleted from quarantine; separados: live orphans that had stopped the cleanup, moved to
 * the trash for 48 h.
 */
export type DiscardResult = { apagados: number; separados: number };

/** Discards blobs without a row, on the operator's command. @param o simular: only counts */
export async function discardOrphans(
  ctx: AppContext,
  { isDryRun }: { isDryRun: boolean },
): Promise<DiscardResult> {
  await ctx.storeGuard.requireOurs();
  const root = blobFolderOf(ctx.config);
  const now = ctx.clock.now();
  const done: DiscardResult = { apagados: 0, separados: 0 };
  for (const { kind, contaId, folder } of await listFolders(root, {
    after: "",
    max: Number.POSITIVE_INFINITY,
  })) {
    if (kind === "trash") continue;
    for (const name of await findOrphansIn(ctx, {
      contaId,
      folder,
      before: new Date(now.getTime() - AGE_MS),
    })) {
      if (kind === "quarantine") done.apagados += 1;
      else done.separados += 1;
      if (isDryRun) continue;
      if (kind === "quarantine") await fs.rm(path.join(folder, name), { force: true });
      else {
        const trash = blobPath(trashOf(root), contaId, name);
        if (await moveFile(path.join(folder, name), trash)) await fs.utimes(trash, now, now);
      }
    }
  }
  if (!isDryRun) await ctx.database.gatekeeper.saveOrphans(null, now);
  return done;
}

type OrphanSearch = { contaId: string; folder: string; before: Date };

async function findOrphansIn(ctx: AppContext, { contaId, folder, before }: OrphanSearch): Promise<string[]> {
  const names = (await listNames(folder)).filter(isBlobName);
  const orphans: string[] = [];
  for (let at = 0; at < names.length; at += BATCH) {
    const some = names.slice(at, at + BATCH);
    const named = await findReferencedBlobs(ctx.database, contaId, some);
    for (const name of some) {
      if (named.has(name)) continue;
      const stat = await fs.stat(path.join(folder, name)).catch(() => null);
      if (stat !== null && stat.mtime <= before) orphans.push(name);
    }
  }
  return orphans;
}
