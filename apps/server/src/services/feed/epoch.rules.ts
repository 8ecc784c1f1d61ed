/**
 * Sequences of an epoch that a database restore ended: after `last`, the last one in the backup,
 * and before `first` of the new epoch. Nothing is published in a gap again.
 */
export type FeedGap = { last: number; first: number };

/**
 * The gap that holds a reader's place, who has read
 * documents that the restored database lacks; null: none.
 */
export function findLostEpoch(gaps: readonly FeedGap[], place: number): FeedGap | null {
  return gaps.find(({ last, first }) => place > last && place < first) ?? null;
}

/** The place from which reading goes on: behind every gap that starts at it or contains it. */
export function skipGaps(gaps: readonly FeedGap[], place: number): number {
  return gaps.reduce((at, { last, first }) => (at >= last && at < first ? first : at), place);
}
