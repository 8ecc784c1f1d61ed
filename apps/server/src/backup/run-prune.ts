import { StartRefusal } from "../errors.ts";
import { type BackupTools, withRepository } from "./backup-tools.ts";
import { connectOwner, tryLockBackups } from "./dump/tables.rows.ts";
import { applyPrune, type PrunePlan, planPrune } from "./prune.ts";
import type { Retention } from "./retention.ts";

/** onlyPlan: returns what would be deleted, and deletes nothing. */
export type PruneOptions = { retention: Retention; onlyPlan: boolean; dropDamaged?: boolean };

/**
 * Deletes the backups that the retention does not keep, and the objects that no backup names any more.
 * @throws {StartRefusal} when a backup or restore of this database is running
 */
export async function runPrune(tools: BackupTools, options: PruneOptions): Promise<PrunePlan> {
  const { retention, onlyPlan, dropDamaged = false } = options;
  const lock = await connectOwner(tools.ownerUrl);
  try {
    if (!(await tryLockBackups(lock))) {
      throw new StartRefusal("Há um backup ou uma restauração deste banco em andamento: espere o fim.");
    }
    return await withRepository(tools, "ler", async (repository) => {
      const plan = await planPrune(repository, { retention, dropDamaged, now: tools.clock.now() });
      if (!onlyPlan) await applyPrune(repository, plan);
      return plan;
    });
  } finally {
    await lock.end();
  }
}
