import { expect } from "vitest";

const PART = 10;
/** Ten times the text may take this many times as long: a hundred times, when each sign looks at all. */
const GROWTH_MAX = 40;
/** A shorter time says nothing of growth. */
const MEASURABLE_MS = 5;

/** Fails when the processor time of a scan grows faster than its text, on a machine of any speed. */
export function expectLinearTime(scan: (text: string) => unknown, text: string): void {
  const part = cpuMs(() => scan(text.slice(0, text.length / PART)));
  expect(cpuMs(() => scan(text))).toBeLessThan(GROWTH_MAX * Math.max(part, MEASURABLE_MS));
}

function cpuMs(run: () => unknown): number {
  const begin = process.cpuUsage();
  run();
  return process.cpuUsage(begin).user / 1000;
}
