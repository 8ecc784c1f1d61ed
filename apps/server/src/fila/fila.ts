/** What a queue carries: an id of its own, unique among jobs that wait or run, and ids of ours; never contents. */
export type FilaJob = { id: string; data: Readonly<Record<string, string | number>> };

/** The sending end of one queue. */
export type FilaQueue = {
  /** Puts jobs in; one whose id waits or runs already is left alone. @throws when the queue's storage is away */
  add(jobs: readonly FilaJob[]): Promise<void>;
};

/** How one queue is worked: how many at once, and what to do with each. `run` keeps its own account of failures. */
export type FilaWork = { concurrency: number; run(data: unknown): Promise<void> };

/** Carries work to as many processes as there are; remembers nothing that we could not hand over again. */
export type Fila = {
  createQueue(nome: string): FilaQueue;
  /** Starts to take jobs. */
  createWorker(nome: string, work: FilaWork): Promise<void>;
  /** Takes no new job and waits for those that run, then closes every connection. */
  close(): Promise<void>;
};
