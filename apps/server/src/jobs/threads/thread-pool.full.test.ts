import { execFile } from "node:child_process";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createThreadPool, ThreadFailure, type ThreadPool, type ThreadPoolOptions } from "./thread-pool.ts";

type Tasks = {
  echo(input: { bytes: Uint8Array }): { bytes: Uint8Array; bufferBytes: number };
  who(input: object): number;
  rest(input: { ms: number }): Promise<number>;
  talk(input: object): null;
  talkLater(input: object): null;
  loop(input: object): never;
  eat(input: object): never;
  leave(input: object): never;
  fail(input: object): never;
};

const PROGRAM = `
  import { setTimeout as sleep } from "node:timers/promises";
  import { parentPort, threadId } from "node:worker_threads";
  export const echo = ({ bytes }) => ({ bytes, bufferBytes: bytes.buffer.byteLength });
  export const who = () => threadId;
  export const rest = async ({ ms }) => (await sleep(ms), threadId);
  export const talk = () => (parentPort.postMessage("hello"), null);
  export const talkLater = () => (setTimeout(() => parentPort.postMessage("late"), 50), null);
  export const loop = () => { for (;;); };
  export const eat = () => { for (const kept = []; ; ) kept.push(new Array(100_000).fill(kept.length)); };
  export const leave = () => process.exit(0);
  export const fail = () => { throw new TypeError("broken"); };
`;

let folder = "";
let entry = "";
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "malote-threads-"));
  entry = path.join(folder, "program.mjs");
  await fs.writeFile(entry, PROGRAM);
});
const opened: ThreadPool<Tasks>[] = [];
afterAll(async () => {
  for (const pool of opened) pool.close();
  await fs.rm(folder, { recursive: true, force: true });
});

function openPool(o: Partial<ThreadPoolOptions> = {}): ThreadPool<Tasks> {
  const pool = createThreadPool<Tasks>({ entry, heapMb: 32, timeoutMs: 30_000, ...o });
  opened.push(pool);
  return pool;
}

const reasonOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

describe("a pool of threads", () => {
  test("calls run one at a time in one thread, each with its own answer", async () => {
    const { run } = openPool();
    const [first, second, third] = await Promise.all([
      run("rest", { ms: 30 }),
      run("who", {}),
      run("echo", { bytes: Buffer.from("abc") }),
    ]);
    expect(second).toBe(first);
    expect(Buffer.from(third.bytes).toString()).toBe("abc");
  });

  test("the bytes of a view are copied alone, and stay with the caller", async () => {
    const whole = new Uint8Array(1_000).fill(7);
    const answer = await openPool().run("echo", { bytes: whole.subarray(10, 13) });
    expect(answer).toEqual({ bytes: new Uint8Array([7, 7, 7]), bufferBytes: 3 });
    expect(whole.byteLength).toBe(1_000);
  });

  test("several threads run at once, and no more than allowed", async () => {
    const { run } = openPool({ threads: 2 });
    const ids = await Promise.all([50, 50, 1, 1].map((ms) => run("rest", { ms })));
    expect(new Set(ids).size).toBe(2);
  });

  test("a thread ends when it was idle, but not during a call", async () => {
    const { run } = openPool({ idleMs: 500 });
    const first = await run("rest", { ms: 700 });
    expect(await run("who", {})).toBe(first);
    await sleep(1_500);
    expect(await run("who", {})).not.toBe(first);
  });

  test("without idle time each call has a thread of its own", async () => {
    const { run } = openPool({ idleMs: 0 });
    expect(await run("who", {})).not.toBe(await run("who", {}));
  });

  test("the caller decides by the result whether the thread serves on", async () => {
    const { run } = openPool();
    const first = await run("who", {}, { keep: () => true });
    expect(await run("who", {}, { keep: (id) => id !== first })).toBe(first);
    expect(await run("who", {})).not.toBe(first);
  });

  test("a message of the task reaches its caller", async () => {
    let heard = 0;
    await openPool().run("talk", {}, { onMessage: () => (heard += 1) });
    await expect.poll(() => heard).toBe(1);
  });

  test("timers and connections of an idle thread go on", async () => {
    let heard = 0;
    await openPool().run("talkLater", {}, { onMessage: () => (heard += 1) });
    expect(heard).toBe(0);
    await expect.poll(() => heard).toBe(1);
  });

  test("idle threads do not keep the process alive, nor does the end of one that never started", async () => {
    const pool = pathToFileURL(path.join(import.meta.dirname, "thread-pool.ts")).href;
    const main = path.join(folder, "main.mjs");
    await fs.writeFile(
      main,
      `import { createThreadPool } from ${JSON.stringify(pool)};
      const limits = { heapMb: 32, timeoutMs: 30_000 };
      const { run } = createThreadPool({ entry: ${JSON.stringify(entry)}, ...limits });
      console.log(typeof (await run("who", {})));
      const missing = createThreadPool({ entry: "/nao/ha.mjs", ...limits });
      console.log(await missing.run("who", {}).catch(({ name }) => name));`,
    );
    const command = ["--import", "tsx", main];
    const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 50_000 });
    expect(stdout).toBe("number\nThreadFailure\n");
  });
});

describe("a call that fails", () => {
  test.each([
    ["loops for ever", "loop", 300, /did not end in 300 ms/],
    ["exhausts its memory", "eat", 30_000, /memory limit/],
    ["exits", "leave", 30_000, /exited with code/],
    ["throws", "fail", 30_000, /broken/],
  ] as const)(
    "a task that %s fails its own caller only, and the next one gets a new thread",
    async (_, task, timeoutMs, reason) => {
      const { run } = openPool({ timeoutMs });
      const before = await run("who", {});
      const [failed, next] = await Promise.all([reasonOf(run(task, {})), run("who", {})]);
      expect(failed).toBeInstanceOf(ThreadFailure);
      expect(failed).toMatchObject({ message: expect.stringMatching(reason), ranMs: expect.any(Number) });
      expect(next).not.toBe(before);
    },
  );

  test("a task that loops does not delay the other threads", async () => {
    const { run } = openPool({ threads: 2, timeoutMs: 2_000 });
    const looping = reasonOf(run("loop", {}));
    await expect(run("who", {})).resolves.toEqual(expect.any(Number));
    expect(String(await looping)).toMatch(/did not end/);
  });

  test("time in the queue does not count as time of the call", async () => {
    const { run } = openPool({ timeoutMs: 2_000 });
    await run("who", {});
    await Promise.all([run("rest", { ms: 900 }), run("rest", { ms: 900 }), run("rest", { ms: 900 })]);
  });

  test("a program that is missing fails its caller at once", async () => {
    const failure = await reasonOf(openPool({ entry: "/nao/ha.mjs" }).run("who", {}));
    expect(failure).toMatchObject({ name: "ThreadFailure", message: expect.stringMatching(/nao/) });
  });

  test("a lost lease ends the call and its thread, also before its turn", async () => {
    const { run } = openPool();
    const lease = new AbortController();
    const first = reasonOf(run("loop", {}, { lost: lease.signal }));
    const second = reasonOf(run("loop", {}, { lost: lease.signal }));
    setTimeout(() => lease.abort(), 50);
    expect(String(await first)).toMatch(/the lease ran out/);
    expect(String(await second)).toMatch(/the lease ran out/);
    expect(await run("who", {})).toEqual(expect.any(Number));
  });

  test("the watch of a call gets its thread and can end it with a reason", async () => {
    const reason = new Error("too costly");
    let isWatching = false;
    const failure = await reasonOf(
      openPool().run(
        "loop",
        {},
        {
          watch: (thread, end) => {
            isWatching = true;
            const timer = setTimeout(() => end(reason), 50);
            expect(thread.performance.eventLoopUtilization().active).toEqual(expect.any(Number));
            return () => {
              clearTimeout(timer);
              isWatching = false;
            };
          },
        },
      ),
    );
    expect(failure).toMatchObject({ cause: reason });
    expect(isWatching).toBe(false);
  });
});

describe("the queue of a pool", () => {
  test("a full queue refuses at once, and accepts again when it has room", async () => {
    const { run } = openPool({ queueMax: 2, retryMs: 5_000 });
    const accepted = [run("rest", { ms: 20 }), run("who", {})];
    expect(await reasonOf(run("who", {}))).toMatchObject({ name: "Outage", retryAfterMs: 5_000 });
    await Promise.all(accepted);
    expect(await run("who", {})).toEqual(expect.any(Number));
  });

  test("a call that waits too long is refused, and its place is free for the next one", async () => {
    const { run } = openPool({ waitMs: 50, retryMs: 50, waitReason: "mundo" });
    const slow = run("rest", { ms: 400 });
    const refused = await reasonOf(run("who", {}));
    expect(refused).toMatchObject({ name: "Outage", retryAfterMs: 50, espera: "mundo" });
    await slow;
    expect(await run("who", {})).toEqual(expect.any(Number));
  });
});
