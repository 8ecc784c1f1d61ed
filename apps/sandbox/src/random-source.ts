import { randomInt } from "node:crypto";

/** The random source of invented data; tests may pass a fixed one. */
export type RandomSource = {
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** One of the items. @throws RangeError when there is none */
  pick<T>(items: readonly T[]): T;
};

export function createRandomSource(): RandomSource {
  return createRandomFrom((limit) => randomInt(limit));
}

function createRandomFrom(below: (limit: number) => number): RandomSource {
  return {
    integer: (min, max) => min + below(max - min + 1),
    pick: (items) => {
      const item = items[below(Math.max(items.length, 1))];
      if (item === undefined) throw new RangeError("nothing to pick from");
      return item;
    },
  };
}
