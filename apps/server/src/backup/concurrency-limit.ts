/** Runs async work concurrently, at most `max` at once. */
export type ConcurrencyLimit = {
  /** Waits until fewer than `max` run, then starts the work. @throws what earlier work threw */
  start(work: () => Promise<void>): Promise<void>;
  /** Waits for all started work. @throws the first error of any work */
  done(): Promise<void>;
};

export function createConcurrencyLimit(max: number): ConcurrencyLimit {
  const running = new Set<Promise<void>>();
  let failed: { error: unknown } | null = null;
  const throwIfFailed = (): void => {
    if (failed !== null) throw failed.error;
  };
  return {
    async start(work) {
      while (running.size >= max) await Promise.race(running);
      throwIfFailed();
      const promise = work()
        .catch((error: unknown) => {
          failed ??= { error };
        })
        .finally(() => running.delete(promise));
      running.add(promise);
    },
    async done() {
      while (running.size > 0) await Promise.race(running);
      throwIfFailed();
    },
  };
}

/** Runs `work` on each item, at most `ahead` at once, and yields the results in the order of the items. */
export async function* mapInOrder<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  ahead: number,
  work: (item: T) => Promise<R>,
): AsyncIterable<R> {
  const waiting: Promise<R>[] = [];
  for await (const item of items) {
    const promise = work(item);
    // The promise is awaited later; this handler prevents an unhandled rejection until then.
    promise.catch(() => {});
    waiting.push(promise);
    const first = waiting.length >= ahead ? waiting.shift() : undefined;
    if (first !== undefined) yield await first;
  }
  for (const promise of waiting) yield await promise;
}
