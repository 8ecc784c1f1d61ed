/** A map that forgets its oldest entries when there are too many of them, or when they weigh too much together. */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #weightMax: number;
  readonly #entries = new Map<K, { value: V; weight: number }>();
  #weight = 0;

  /** @param weightMax what all entries may weigh together; without one, only their number counts */
  constructor(max: number, weightMax = Number.POSITIVE_INFINITY) {
    this.#max = max;
    this.#weightMax = weightMax;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** What alone weighs too much is not remembered. */
  set(key: K, value: V, weight = 0): void {
    this.#forget(key);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    while (this.#entries.size > this.#max || this.#weight > this.#weightMax) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) return;
      this.#forget(oldest);
    }
  }

  #forget(key: K): void {
    const known = this.#entries.get(key);
    if (!known) return;
    this.#weight -= known.weight;
    this.#entries.delete(key);
  }
}
