import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DAY_MS } from "@malote/syntax";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type FollowedClock, followClock, machineNow, systemClock } from "./clock.ts";

let dir: string;
let file: string;
const open: FollowedClock[] = [];
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), "malote-relogio-"));
  file = path.join(dir, "relogio.json");
});
afterEach(() => {
  for (const clock of open.splice(0)) clock.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

function follow(): FollowedClock {
  const clock = followClock(file);
  open.push(clock);
  return clock;
}

/** Replaces the file as the sandbox does: rename over the old one. */
function write(text: string): void {
  fs.writeFileSync(`${file}.tmp`, text);
  fs.renameSync(`${file}.tmp`, file);
}

const shiftOf = (clock: FollowedClock): number =>
  Math.round((clock.now().getTime() - clock.machine().getTime()) / 1_000) * 1_000;

test("without a shift file the clock is the machine's", () => {
  expect(shiftOf(follow())).toBe(0);
});

test("a shift stored before the start applies from the first reading", () => {
  write(JSON.stringify({ deslocamentoMs: DAY_MS }));
  expect(shiftOf(follow())).toBe(DAY_MS);
});

test("the clock follows every shift, notifies once per shift, and leaves leases on machine time", async () => {
  const clock = follow();
  let told = 0;
  const end = clock.onJump(() => {
    told += 1;
  });
  for (const [n, deslocamentoMs] of [DAY_MS, 2 * DAY_MS, -DAY_MS].entries()) {
    write(JSON.stringify({ deslocamentoMs }));
    await expect.poll(() => shiftOf(clock), { timeout: 5_000 }).toBe(deslocamentoMs);
    expect(told).toBe(n + 1);
  }
  expect(Math.abs(machineNow(clock).getTime() - Date.now())).toBeLessThan(1_000);
  fs.rmSync(file);
  await expect.poll(() => shiftOf(clock), { timeout: 5_000 }).toBe(0);
  end();
  write(JSON.stringify({ deslocamentoMs: DAY_MS }));
  await expect.poll(() => shiftOf(clock), { timeout: 5_000 }).toBe(DAY_MS);
  expect(told).toBe(4);
});

test.each(["{", "null", "[]", '{"deslocamentoMs":"1"}', '{"deslocamentoMs":1e999}'])(
  "the clock ignores a file that it cannot parse (%s)",
  async (text) => {
    write(JSON.stringify({ deslocamentoMs: DAY_MS }));
    const clock = follow();
    write(text);
    await new Promise((resolve) => setTimeout(resolve, 900));
    expect(shiftOf(clock)).toBe(DAY_MS);
  },
);

test("the clock of production is the machine's and reports no jumps", () => {
  expect(systemClock.onJump).toBeUndefined();
  expect(Math.abs(systemClock.now().getTime() - Date.now())).toBeLessThan(1_000);
  expect(Math.abs(machineNow(systemClock).getTime() - Date.now())).toBeLessThan(1_000);
});
