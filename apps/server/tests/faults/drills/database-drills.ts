import type { Installation } from "./installation.ts";
import { RESTORE_DRILL } from "./restore-drill.ts";
import { ROLLBACK_DRILL } from "./rollback-drill.ts";
import type { DrillRow } from "./run-drill.ts";

/** A drill that replaces the database, on an installation of its own. */
export type DatabaseDrill = { name: string; play(setup: Installation): Promise<DrillRow> };

export const DATABASE_DRILLS: readonly DatabaseDrill[] = [RESTORE_DRILL, ROLLBACK_DRILL];
