/**
 * Numbers of a feed that belong to an epoch which a restore of the database ended: after `last`, the last one that the backup knew, and
 * before `first`, with which the new epoch begins. Nothing is published at them again.
 */
export type FeedGap = { last: number; first: number };

/** The gap in which a reader stands who read documents that the restored database does not have; null: none. */
export function findLostEpoch(gaps: readonly FeedGap[], place: number): FeedGap | null {
  return gaps.find(({ last, first }) => place > last && place < first) ?? null;
}

/** Where reading goes on after a place: behind every gap that begins at it or holds it. */
export function skipGaps(gaps: readonly FeedGap[], place: number): number {
  return gaps.reduce((at, { last, first }) => (at >= last && at < first ? first : at), place);
}
