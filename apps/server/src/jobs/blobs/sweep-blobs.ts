import type { AppContext } from "../../app-context.ts";
import { type BlobCleanup, createFolderCleanup } from "../../blob/folder-cleanup.ts";
import { blobFolderOf } from "../../blob/folder-store.ts";
import { readStoreCounter, writeStoreCounter } from "../../blob/store-counter.ts";
import type { Presence } from "../../db/index.ts";
import { findReferencedBlobs } from "./blob-references.rows.ts";

/** Class of the advisory lock of the one process that cleans up blobs; "BLOB". */
const LOCK_CLASS = 0x424c4f42;

/**
 * Increments the mark in the database, then in the folder of blobs. A folder ahead of its database
 * proves that the database was restored; this is recorded, and blobs of the lost time are kept.
 */
export async function markStore(
  ctx: Pick<AppContext, "config" | "database" | "clock" | "storeGuard">,
): Promise<void> {
  await ctx.storeGuard.requireOurs();
  const root = blobFolderOf(ctx.config);
  const seen = await readStoreCounter(root);
  await writeStoreCounter(root, await ctx.database.gatekeeper.countMark(seen, ctx.clock.now()));
}

/** The cleanup of the folder of blobs, by one process at a time. */
export function createBlobSweeper(ctx: AppContext, presence: Presence): BlobCleanup {
  const { database, log, clock } = ctx;
  const findReferenced = (contaId: string, names: readonly string[]) =>
    findReferencedBlobs(database, contaId, names);
  const sweeper = createFolderCleanup(blobFolderOf(ctx.config), findReferenced, {
    findRollback: async () => {
      const { knownUntil, restoredAt } = await database.gatekeeper.findInstallation();
      return knownUntil === null || restoredAt === null ? null : { from: knownUntil, to: restoredAt };
    },
    reportOrphans: async (orphans) => {
      if (orphans !== null)
        log.error({ orfaos: orphans }, "arquivos órfãos demais: a limpeza parou, nada foi apagado");
      await database.gatekeeper.saveOrphans(orphans, clock.now());
    },
    reportQuarantined: (arquivos) => {
      log.warn(
        { arquivos },
        "arquivos de antes da restauração do banco foram para a quarentena: npm run reler -- blobs",
      );
    },
  });
  return {
    run: async (now) => {
      if (!(await presence.tryLock(LOCK_CLASS, "blobs"))) return 0;
      await markStore(ctx);
      return await sweeper.run(now);
    },
  };
}
