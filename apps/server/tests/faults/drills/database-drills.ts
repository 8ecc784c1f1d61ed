import { RESTORE_DRILL } from "./restore-drill.ts";
import { ROLLBACK_DRILL } from "./rollback-drill.ts";
import type { DatabaseDrill } from "./run-drill.ts";

export const DATABASE_DRILLS: readonly DatabaseDrill[] = [RESTORE_DRILL, ROLLBACK_DRILL];
