/** A job in a queue: an id that is unique among waiting and running jobs, and our own ids; never content. */
export type QueueJob = { id: string; data: Readonly<Record<string, string | number>> };

/** The sending end of one queue. */
export type JobQueue = {
  /**
   * Adds jobs; ignores those whose id waits or runs already. @throws when the queue's storage is
   * unavailable
   */
  add(jobs: readonly QueueJob[]): Promise<void>;
};

/** How a worker runs: concurrency, and the handler. `run` handles its own failures. */
export type QueueWork = { concurrency: number; run(data: unknown): Promise<void> };

/** Carries jobs to all processes; holds nothing that the database could not hand over again. */
export type QueueSystem = {
  createQueue(name: string): JobQueue;
  /** Starts to take jobs. */
  createWorker(name: string, work: QueueWork): Promise<void>;
  /** Takes no new job, waits for running ones, then closes every connection. */
  close(): Promise<void>;
};
