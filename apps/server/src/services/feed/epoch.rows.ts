import type { Db } from "../../db/index.ts";
import type { FeedGap } from "./epoch.rules.ts";

/** Last sequence of the conta's feed, and the gaps that database restores left, in order. */
export type FeedReach = { maxSeq: number; gaps: FeedGap[] };

export async function findReach(db: Db, contaId: string): Promise<FeedReach> {
  const [row] = await db.query<{ sequencia: number }>(
    "SELECT sequencia FROM conta_sequencia WHERE conta_id = $1",
    [contaId],
  );
  return { maxSeq: row?.sequencia ?? 0, gaps: await findGaps(db, contaId) };
}

export async function findGaps(db: Db, contaId: string): Promise<FeedGap[]> {
  return await db.query<FeedGap>(
    `SELECT last_sequence AS last, first_sequence AS first FROM feed_epoch WHERE conta_id = $1 ORDER BY first_sequence`,
    [contaId],
  );
}
