/** A job in a queue: an id that is unique among waiting and running jobs, and our own ids; never content. */
export type FilaJob = { id: string; data: Readonly<Record<string, string | number>> };

/** The sending end of one queue. */
export type FilaQueue = {
  /**
   * Adds jobs; ignores those whose id waits or runs already. @throws when the queue's storage is
   * unavailable
   */
  add(jobs: readonly FilaJob[]): Promise<void>;
};

/** How a worker runs: concurrency, and the handler. `run` handles its own failures. */
export type FilaWork = { concurrency: number; run(data: unknown): Promise<void> };

/** Carries jobs to all processes; holds nothing that the database could not hand over again. */
export type Fila = {
  createQueue(nome: string): FilaQueue;
  /** Starts to take jobs. */
  createWorker(nome: string, work: FilaWork): Promise<void>;
  /** Takes no new job, waits for running ones, then closes every connection. */
  close(): Promise<void>;
};
