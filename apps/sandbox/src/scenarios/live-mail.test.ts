import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRandomSource } from "../random-source.ts";
import { createLiveMail, LIVE_INTERVAL_MS, LIVE_MAX } from "./live-mail.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(play: (nome: string) => Promise<unknown> = async () => undefined) {
  const played: string[] = [];
  const errors: unknown[] = [];
  const live = createLiveMail({
    random: createRandomSource(),
    play: async ({ nome }) => {
      played.push(nome);
      await play(nome);
    },
    report: (error) => errors.push(error),
  });
  return { live, played, errors };
}

test("while it is on an e-mail arrives about every 20 seconds, of several kinds", async () => {
  const { live, played } = open();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(played).toEqual([]);
  live.turn(true);
  await vi.advanceTimersByTimeAsync(200 * LIVE_INTERVAL_MS.min);
  expect(played.length).toBeLessThanOrEqual(200);
  expect(played.length).toBeGreaterThanOrEqual((200 * LIVE_INTERVAL_MS.min) / LIVE_INTERVAL_MS.max - 1);
  expect(new Set(played).size).toBeGreaterThan(4);
});

test("no e-mail arrives after it is turned off, and turning it on twice does not double them", async () => {
  const { live, played } = open();
  live.turn(true);
  live.turn(true);
  await vi.advanceTimersByTimeAsync(LIVE_INTERVAL_MS.max);
  expect(played.length).toBeLessThanOrEqual(2);
  live.turn(false);
  const before = played.length;
  await vi.advanceTimersByTimeAsync(100 * LIVE_INTERVAL_MS.max);
  expect([live.isOn, played.length]).toEqual([false, before]);
});

test("it turns itself off after two hours, and can be turned on again", async () => {
  const { live, played } = open();
  live.turn(true);
  await vi.advanceTimersByTimeAsync(2 * LIVE_MAX * LIVE_INTERVAL_MS.max);
  expect([live.isOn, live.sent, played.length]).toEqual([false, LIVE_MAX, LIVE_MAX]);
  live.turn(true);
  expect([live.isOn, live.sent]).toEqual([true, 0]);
});

test("a scenario that fails ends the arrivals and is reported once", async () => {
  const { live, played, errors } = open(async () => {
    throw new Error("no disk");
  });
  live.turn(true);
  await vi.advanceTimersByTimeAsync(10 * LIVE_INTERVAL_MS.max);
  expect([live.isOn, played.length, errors]).toEqual([false, 1, [new Error("no disk")]]);
});
