import { Worker } from "node:worker_threads";

const BEAT_MS = 500;
/** Checks without a beat before the process is killed. Checks are counted, not time: a laptop may sleep. */
const SILENT_LOOKS = 60;
const LOOK_MS = 1_000;

const THREAD = `
const { workerData } = require("node:worker_threads");
const beats = new Int32Array(workerData.beats);
let last = -1;
let silent = 0;
setInterval(() => {
  const now = Atomics.load(beats, 0);
  silent = now === last ? silent + 1 : 0;
  last = now;
  if (silent < workerData.looks) return;
  require("node:fs").writeSync(2, workerData.words + "\\n");
  process.kill(process.pid, "SIGKILL");
}, workerData.lookMs);
`;

/**
 * Kills this process when its event loop blocks (a parser that loops for ever). The supervisor
 * starts another, which runs the job again in isolation. An expired lease could not stop the loop.
 */
export function startWatchdog({ looks = SILENT_LOOKS, lookMs = LOOK_MS } = {}): { stop(): Promise<void> } {
  const beats = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const beat = setInterval(() => Atomics.add(new Int32Array(beats), 0, 1), Math.min(BEAT_MS, lookMs / 2));
  beat.unref();
  const seconds = (looks * lookMs) / 1_000;
  const words = `O worker não respondeu por ${seconds} s e foi encerrado; o trabalho será refeito à parte.`;
  const thread = new Worker(THREAD, {
    eval: true,
    execArgv: [],
    workerData: { beats, looks, lookMs, words },
  });
  thread.unref();
  return {
    stop: async () => {
      clearInterval(beat);
      await thread.terminate();
    },
  };
}
