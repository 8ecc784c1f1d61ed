import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Outage } from "../errors.ts";
import { CALL_PACE, type ContaPace, createContaPace } from "./conta-pace.ts";

let pace: ContaPace;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance", "Date"] });
  pace = createContaPace(CALL_PACE);
});
afterEach(() => vi.useRealTimers());

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes serial calls for a time. @returns ms in which a call ran */
async function callFor(contaId: string, seconds: number, costMs: number, pauseMs = 0): Promise<number> {
  let busy = 0;
  for (const until = performance.now() + seconds * 1_000; performance.now() < until; ) {
    await pace.run(contaId, async () => {
      await sleep(costMs);
      busy += costMs;
    });
    if (pauseMs > 0) await sleep(pauseMs);
  }
  return busy;
}

test("a single conta never waits", async () => {
  const calling = callFor("a", 30, 50);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await calling).toBe(30_000);
});

test("a conta among others gets its credit, then its share of the time", async () => {
  const loud = callFor("a", 60, 50);
  const quiet = callFor("b", 60, 5, 500);
  await vi.advanceTimersByTimeAsync(75_000);
  const busy = await loud;
  const due = CALL_PACE.creditMs + 60_000 * CALL_PACE.share;
  expect(busy).toBeGreaterThan(due - 1_000);
  expect(busy).toBeLessThan(due + 2_000);
  // 5 of each 505 ms: the quiet conta starts each call at once.
  expect(await quiet).toBeGreaterThan(590);
});

test("two busy contas share the time, and none starves", async () => {
  const [a, b] = [callFor("a", 120, 50), callFor("b", 120, 50)];
  await vi.advanceTimersByTimeAsync(140_000);
  // Until both credits are spent one of them waits; then neither has a conta in credit to wait for.
  expect(await a).toBeGreaterThan(60_000);
  expect(await b).toBeGreaterThan(60_000);
});

test("the time of concurrent calls of a conta is not counted twice", async () => {
  // Ten concurrent calls of 100 ms cost 100 ms, not a second: the credit pays for twenty pages that
  // load ten things each.
  let waited = 0;
  pace = createContaPace(CALL_PACE, { onWait: () => (waited += 1) });
  const other = callFor("b", 5, 1, 100);
  const pages = (async () => {
    for (let page = 0; page < 15; page += 1) {
      await Promise.all(Array.from({ length: 10 }, () => pace.run("a", () => sleep(100))));
    }
  })();
  await vi.advanceTimersByTimeAsync(8_000);
  await Promise.all([other, pages]);
  expect(waited).toBe(0);
});

test("a call that waits long for another service costs at most a second", async () => {
  const other = callFor("b", 40, 1, 100);
  const slow = pace.run("a", () => sleep(30_000));
  await vi.advanceTimersByTimeAsync(30_100);
  await slow;
  let began = false;
  void pace.run("a", async () => {
    began = true;
  });
  expect(began).toBe(true);
  await vi.advanceTimersByTimeAsync(15_000);
  await other;
});

test("a call of a conta in debt is refused when too many wait, or after ten seconds", async () => {
  const other = callFor("b", 60, 1, 100);
  const spent = callFor("a", 10, 900);
  await vi.advanceTimersByTimeAsync(20_000);
  await spent;
  // Each of these spends four seconds of the share.
  const calls = Array.from({ length: 80 }, () =>
    pace
      .run("a", () => sleep(1_000))
      .then(
        () => "ran",
        (error: unknown) => error,
      ),
  );
  await vi.advanceTimersByTimeAsync(30_000);
  const ends = await Promise.all(calls);
  const refused = ends.filter((end) => end instanceof Outage);
  expect(refused.length).toBeGreaterThanOrEqual(80 - CALL_PACE.waitingMax);
  expect(ends.filter((end) => end === "ran").length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(30_000);
  await other;
});

test("a failed call is counted, and its error is rethrown", async () => {
  await expect(
    pace.run("a", async () => {
      throw new Error("no");
    }),
  ).rejects.toThrow("no");
  expect(await pace.run("a", async () => 1)).toBe(1);
});
