import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { Logger } from "../log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createRunning } from "./running.ts";
import { createLongestOfWindow, watchLoop } from "./watch-loop.ts";

/** Blocks the main loop for this long. */
function block(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

function open(): {
  medidas: Metrics;
  lines: { fields: Record<string, unknown>; text: string }[];
  stop(): void;
} {
  const metrics = createMetrics();
  const lines: { fields: Record<string, unknown>; text: string }[] = [];
  const warn = (fields: Record<string, unknown>, text: string): void => void lines.push({ fields, text });
  const { stop } = watchLoop({ metrics: metrics, log: { warn } as unknown as Logger });
  return { medidas: metrics, lines, stop };
}

async function readMeasure({ registry }: Metrics, name: string): Promise<number> {
  const line = (await registry.metrics()).split("\n").find((each) => each.startsWith(`${name} `));
  return Number(line?.split(" ")[1]);
}

test("a block of the event loop for 300 ms is exported in /metrics, and logged once with the running work", async () => {
  const { medidas: metrics, lines, stop } = open();
  // Begun at once: a busy machine may block the loop by itself, and only the first block is logged.
  const end = metrics.running.begin(() => "rpc Auth.logar");
  await sleep(50);
  block(300);
  end();
  await sleep(50);
  block(300);
  await sleep(50);
  stop();
  expect(await readMeasure(metrics, "malote_laco_maior_bloqueio_segundos")).toBeGreaterThanOrEqual(0.28);
  expect(await readMeasure(metrics, "malote_laco_bloqueio_segundos_count")).toBeGreaterThanOrEqual(2);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    text: "o laço principal ficou parado",
    fields: { emAndamento: ["rpc Auth.logar"] },
  });
});

test("the longest block is forgotten after a minute, and no sooner than 55 s", () => {
  const longest = createLongestOfWindow();
  longest.add(900, 1_000);
  longest.add(300, 30_000);
  expect([longest.read(30_000), longest.read(56_000)]).toEqual([900, 900]);
  expect(longest.read(61_000)).toBe(300);
  expect(longest.read(200_000)).toBe(0);
});

test("work that runs or ended within the block is named, each name once and at most eight", () => {
  let now = 0;
  const running = createRunning(() => now);
  const ends = Array.from({ length: 12 }, (_, n) => running.begin(() => `porta ${n % 10}`));
  expect(running.since(0)).toHaveLength(8);
  now = 100;
  for (const end of ends) end();
  running.begin(() => "ingest");
  expect(running.since(101)).toEqual(["ingest"]);
  expect(new Set(running.since(100)).size).toBe(8);
});
