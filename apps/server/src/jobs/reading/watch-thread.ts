import type { Worker } from "node:worker_threads";

/** CPU limit of one step between two signs of life, far above the costliest file. In ms. */
const STEP_MS = 20_000;
const LOOK_MS = 500;

/** A reading was terminated in the middle of one step. custoMs: active time of its thread. */
export class ReadingTooCostly extends Error {
  readonly custoMs: number;

  constructor(custoMs: number) {
    super(`reading was ended after ${custoMs} ms of work`);
    this.name = "ReadingTooCostly";
    this.custoMs = custoMs;
  }
}

/** Shared memory in which a thread counts its signs of life. */
export type Pulse = SharedArrayBuffer;

export function createPulse(): Pulse {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** The function that a thread calls between two steps. */
export function beatIn(pulse: Pulse): () => void {
  const beats = new Int32Array(pulse);
  return () => void Atomics.add(beats, 0, 1);
}

/** A thread, its signs of life, and the limit of one step. */
export type Watched = { thread: Worker; pulse: Pulse; stepMs?: number | undefined };

/**
 * Ends a thread that works too long on one step. Time counts neither while the thread waits for others
 * nor while the process gets no CPU. A thread that waits for CPU looks busy, so the process's CPU must
 * have grown as much.
 * @param onEnd called before the thread is ended
 * @returns stops watching
 */
export function watchThread(
  { thread, pulse, stepMs = STEP_MS }: Watched,
  onEnd: (reason: ReadingTooCostly) => void,
): () => void {
  const beats = new Int32Array(pulse);
  const busyMs = (): number => thread.performance.eventLoopUtilization().active;
  const look = () => ({ beat: Atomics.load(beats, 0), busy: busyMs(), cpu: processCpuMs() });
  const began = busyMs();
  let last = look();
  const timer = setInterval(() => {
    const now = look();
    if (now.beat !== last.beat) last = now;
    if (now.busy - last.busy < stepMs || now.cpu - last.cpu < stepMs) return;
    clearInterval(timer);
    onEnd(new ReadingTooCostly(Math.round(now.busy - began)));
    void thread.terminate();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
