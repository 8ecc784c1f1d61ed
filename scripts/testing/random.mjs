/** Pseudo-random numbers from 0 to 1, the same for the same seed. @param {number} seed */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** @template T @param {readonly T[]} values @param {() => number} random
 * @returns {T[]} the same values in another order */
export function shuffle(values, random) {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [
      /** @type {T} */ (shuffled[other]),
      /** @type {T} */ (shuffled[last]),
    ];
  }
  return shuffled;
}
