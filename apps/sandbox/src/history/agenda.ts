/** Actions in order of time; while one runs, its instant is the time of the history. */
export type Agenda = {
  now(): Date;
  /** Adds an action; one in the past of the running action is refused. */
  at(instant: Date, action: Action): void;
  /** Runs all actions until an instant, with those that they add; later ones are dropped. */
  runUntil(end: Date): Promise<void>;
};

type Action = () => Promise<void> | void;
type Entry = { ms: number; action: Action };

export function createAgenda(start: Date): Agenda {
  const entries: Entry[] = [];
  let nowMs = start.getTime();
  return {
    now: () => new Date(nowMs),
    at: (instant, action) => {
      const ms = instant.getTime();
      if (ms < nowMs) throw new RangeError(`${instant.toISOString()} is over in the history`);
      entries.splice(findPlace(entries, ms), 0, { ms, action });
    },
    runUntil: async (end) => {
      for (let next = entries.at(-1); next && next.ms <= end.getTime(); next = entries.at(-1)) {
        entries.pop();
        nowMs = next.ms;
        await next.action();
      }
    },
  };
}

/** Latest first, and of equal instants the first added last: the next action is the last entry. */
function findPlace(entries: readonly Entry[], ms: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.ms ?? 0) > ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
