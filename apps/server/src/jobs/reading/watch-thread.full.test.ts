import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createPulse, type ReadingTooCostly, watchThread } from "./watch-thread.ts";

/** Runs code in a watched thread. @returns why the thread was ended; null when it ended by itself */
async function watchOne(code: string, stepMs: number): Promise<ReadingTooCostly | null> {
  const thread = new Worker(code, { eval: true });
  let ended: ReadingTooCostly | null = null;
  await once(thread, "online");
  const unwatch = watchThread({ thread, pulse: createPulse(), stepMs }, (reason) => {
    ended = reason;
  });
  await once(thread, "exit");
  unwatch();
  return ended;
}

test("the watch ends a thread that works on one step for ever", async () => {
  expect(await watchOne("for (;;) {}", 300)).toMatchObject({ name: "ReadingTooCostly" });
});

test("the watch spares a thread that gets no CPU on a busy machine", async () => {
  // eventLoopUtilization counts the wait as active.
  expect(
    await watchOne("Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500)", 1_500),
  ).toBeNull();
});
