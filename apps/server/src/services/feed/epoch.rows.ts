import type { Db } from "../../db/index.ts";
import type { FeedGap } from "./epoch.rules.ts";

/** Last sequence of the conta's feed, and the gaps that database restores left, in order. */
export type FeedReach = { maxSeq: number; gaps: FeedGap[] };

export async function findReach(db: Db, contaId: string): Promise<FeedReach> {
  const found = await db
    .selectFrom("contaSequencia")
    .where("contaId", "=", contaId)
    .select("sequencia")
    .executeTakeFirst();
  return { maxSeq: found?.sequencia ?? 0, gaps: await findGaps(db, contaId) };
}

export async function findGaps(db: Db, contaId: string): Promise<FeedGap[]> {
  return await db
    .selectFrom("feedEpoch")
    .where("contaId", "=", contaId)
    .select(["lastSequence as last", "firstSequence as first"])
    .orderBy("firstSequence")
    .execute();
}
