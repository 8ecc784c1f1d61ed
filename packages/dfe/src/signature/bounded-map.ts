/** A map that deletes its oldest entries beyond a maximum number or a maximum total weight. */
export class BoundedMap<K, V> {
  readonly #max: number;
  readonly #weightMax: number;
  readonly #entries = new Map<K, { value: V; weight: number }>();
  #weight = 0;

  /** @param weightMax maximum total weight; without it, only the number is limited */
  constructor(max: number, weightMax = Number.POSITIVE_INFINITY) {
    this.#max = max;
    this.#weightMax = weightMax;
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value;
  }

  /** Stores an entry, unless it alone exceeds the maximum weight. */
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
