/** A limited number of slots, of which one key may hold only some. */
export type Slots = {
  /** Takes a slot for a key.   @returns how to release it, or null when none is free */
  take(key: string): (() => void) | null;
};

/** @param o max: slots in total; ofOne: of one key */
export function createSlots({ max, ofOne }: { max: number; ofOne: number }): Slots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    take: (key) => {
      const theirs = taken.get(key) ?? 0;
      if (all >= max || theirs >= ofOne) return null;
      all += 1;
      taken.set(key, theirs + 1);
      return () => {
        all -= 1;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
