import { DAY_MS, HOUR_MS, MINUTE_MS } from "@malote/syntax";
import { expect, test } from "vitest";
import {
  backoffMs,
  countFailure,
  doubledMs,
  isExhausted,
  MAX_FAILURES,
  MAX_OUTAGES,
  waitMs,
} from "./task.rules.ts";

const TRIES = [1, 2, 3, 4, 5, 6, 1_000];
const NONE = { falhas: 0, ausencias: 0 };

test("retries after consecutive failures wait 1, 2, 5, then always 15 min", () => {
  expect(TRIES.map((n) => backoffMs("ingest", n) / MINUTE_MS)).toEqual([1, 2, 5, 15, 15, 15, 15]);
});

test("a retried query to SEFAZ waits at most an hour", () => {
  expect(TRIES.map((n) => backoffMs("validate", n) / MINUTE_MS)).toEqual([1, 2, 5, 15, 30, 60, 60]);
});

test("a retried e-mail waits at most half an hour, and is given up after three days", () => {
  expect(TRIES.map((n) => backoffMs("envio", n) / MINUTE_MS)).toEqual([1, 2, 5, 15, 30, 30, 30]);
  expect(isExhausted("envio", { ...NONE, ausencias: 143 })).toBe(false);
  expect(isExhausted("envio", { ...NONE, ausencias: 144 })).toBe(true);
});

test("an outage may request a longer wait, never a shorter one", () => {
  expect(backoffMs("poll", 1, HOUR_MS)).toBe(HOUR_MS);
  expect(backoffMs("poll", 3, 1_000)).toBe(5 * MINUTE_MS);
});

test("an outage of our own database is retried three times within a minute, then as all others", () => {
  const waits = [1, 2, 3, 4].map((ausencias) => waitMs("ingest", { falhas: 0, ausencias }, 0));
  expect(waits).toEqual([5_000, 20_000, MINUTE_MS, 15 * MINUTE_MS]);
  expect(waitMs("poll", { falhas: 0, ausencias: 1 }, HOUR_MS)).toBe(HOUR_MS);
  expect(waitMs("ingest", { falhas: 1, ausencias: 0 }, null)).toBe(MINUTE_MS);
  expect(waitMs("ingest", { falhas: 1, ausencias: 1 }, 0)).toBe(2 * MINUTE_MS);
});

test("the third failure of a task is its last, except for a poll", () => {
  expect(isExhausted("ingest", { ...NONE, falhas: MAX_FAILURES - 1 })).toBe(false);
  expect(isExhausted("ingest", { ...NONE, falhas: MAX_FAILURES })).toBe(true);
  expect(isExhausted("validate", { ...NONE, falhas: MAX_FAILURES })).toBe(true);
  expect(isExhausted("poll", { falhas: 1_000, ausencias: 1_000_000 })).toBe(false);
});

test("outages are not failures; a task gives up after a week for an e-mail, after 180 days for SEFAZ", () => {
  expect(countFailure(NONE, true)).toEqual({ falhas: 0, ausencias: 1 });
  expect(countFailure(NONE, false)).toEqual({ falhas: 1, ausencias: 0 });
  expect(MAX_OUTAGES).toMatchObject({ ingest: 672, validate: 4_320 });
  expect(isExhausted("ingest", { ...NONE, ausencias: 671 })).toBe(false);
  expect(isExhausted("ingest", { ...NONE, ausencias: 672 })).toBe(true);
  expect(isExhausted("validate", { ...NONE, ausencias: 4_320 })).toBe(true);
});

test("a doubling wait doubles up to its limit; a wait without a limit stays constant", () => {
  const waits = [1, 2, 3, 5, 6, 40].map((ausencias) => doubledMs(HOUR_MS, { ausencias, ateMs: DAY_MS }));
  expect(waits).toEqual([1, 2, 4, 16, 24, 24].map((hours) => hours * HOUR_MS));
  expect(doubledMs(HOUR_MS, { ausencias: 9, ateMs: null })).toBe(HOUR_MS);
  expect(doubledMs(null, { ausencias: 9, ateMs: HOUR_MS })).toBeNull();
});
