/** Names kept of finished work, and names per answer. */
const ENDED_MAX = 32;
const NAMES_MAX = 8;

type Work = { name: () => string; ended: number };

/** The work of a process, by name: a door and its methods, or a job type; never an id. */
export type Running = {
  /** Records the start of work. @returns records its end */
  begin(name: () => string): () => void;
  /**
   * Names of work that runs, or that ended at `instant` or later, in ms of the same clock; each
   * once, at most 8.
   */
  since(instant: number): string[];
};

/** @param now in ms, from any origin */
export function createRunning(now: () => number = () => performance.now()): Running {
  const running = new Set<Work>();
  const ended: Work[] = [];
  return {
    begin: (name) => {
      const work: Work = { name, ended: Number.POSITIVE_INFINITY };
      running.add(work);
      return () => {
        if (!running.delete(work)) return;
        work.ended = now();
        ended.push(work);
        if (ended.length > ENDED_MAX) ended.shift();
      };
    },
    since: (instant) => {
      const late = ended.filter((work) => work.ended >= instant);
      const names = new Set([...late, ...running].map(({ name }) => name()));
      return [...names].slice(0, NAMES_MAX);
    },
  };
}
