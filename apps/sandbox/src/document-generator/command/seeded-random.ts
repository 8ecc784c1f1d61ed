import type { RandomSource } from "../../random-source.ts";

/** A reproducible random source: the same seed gives the same draws. */
export type SeededRandom = RandomSource & { reseed(seed: number): void };

const UINT32 = 2 ** 32;

/** Mulberry32: small, fast and uniform enough for invented documents; no secret depends on it. */
export function createSeededRandom(): SeededRandom {
  let state = 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / UINT32;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    pick: (items) => {
      const item = items[integer(0, Math.max(items.length - 1, 0))];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
    reseed: (seed) => {
      state = seed >>> 0;
      // The first draws of adjacent seeds are similar.
      next();
      next();
    },
  };
}
