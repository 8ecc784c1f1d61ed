import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { withCleanup } from "../run/cleanup.mjs";
import {
  chooseClocks,
  findFaketime,
  nextDate,
  pageClock,
  processClock,
  resultLines,
  startOf,
  whySkipped,
} from "../testing/clocks.mjs";

const NOW = Date.parse("2026-11-28T10:39:00Z");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "malote-relogios-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

/** @param {string} word */
function clockOf(word) {
  const [clock] = chooseClocks(word);
  if (!clock) throw new Error(`No clock ${word}`);
  return clock;
}

describe("the date of a clock", () => {
  test.each([
    ["12-31T23:59:10-03:00", "2027-01-01T02:59:10.000Z"],
    ["04-30T23:59:10-03:00", "2027-05-01T02:59:10.000Z"],
    ["02-29T12:00:00Z", "2028-02-29T12:00:00.000Z"],
  ])("%s is the next one that exists", (monthDayTime, expected) => {
    expect(new Date(nextDate(NOW, monthDayTime)).toISOString()).toBe(expected);
  });

  test("a date of today that has passed is taken from next year", () => {
    expect(new Date(nextDate(NOW, "11-28T10:39:00Z")).toISOString()).toBe("2027-11-28T10:39:00.000Z");
  });

  test("the leap day is found over a century without one", () => {
    const afterLast = Date.parse("2096-03-01T00:00:00Z");
    expect(new Date(nextDate(afterLast, "02-29T12:00:00Z")).toISOString()).toBe("2104-02-29T12:00:00.000Z");
  });
});

describe("the clock that a word chooses", () => {
  test("without a word, all clocks run, each with a name of its own", () => {
    const names = chooseClocks().map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["+45d", "+400d", "29-fev", "fim-do-ano", "UTC"]));
    expect(new Set(names).size).toBe(names.length);
  });

  test("a number of days, a date and a time zone need no name in the list", () => {
    expect(clockOf("+3d").startAt?.(NOW)).toBe(NOW + 3 * 86_400_000);
    expect(clockOf("2027-04-30T23:59:10-03:00").startAt?.(NOW)).toBe(Date.parse("2027-05-01T02:59:10Z"));
    expect(clockOf("America/Noronha")).toEqual({ name: "America/Noronha", zone: "America/Noronha" });
  });

  test.each(["400d", "2027-13-01T00:00:00Z", "Marte"])("%s is refused with the list", (word) => {
    expect(() => chooseClocks(word)).toThrow(/fim-do-ano/);
  });
});

describe("the environment of a clock", () => {
  test("a date is an offset from the real one, with the library preloaded", () => {
    expect(processClock(clockOf("+400d"), "/lib/faketime.so", NOW)).toMatchObject({
      TZ: "UTC",
      LD_PRELOAD: "/lib/faketime.so",
      FAKETIME: "+34560000s",
    });
    expect(processClock(clockOf("2026-11-28T10:38:00Z"), "/lib/faketime.so", NOW).FAKETIME).toBe("-60s");
  });

  test("a time zone alone preloads nothing", () => {
    expect(processClock(clockOf("Asia/Tokyo"), "/lib/faketime.so", NOW)).toEqual({ TZ: "Asia/Tokyo" });
  });

  test("the page of component tests gets the same offset and zone without the library", () => {
    expect(pageClock(clockOf("+400d"), NOW)).toEqual({
      TEST_TIME_ZONE: "UTC",
      TEST_CLOCK_OFFSET_MS: "34560000000",
    });
    expect(pageClock(clockOf("Asia/Tokyo"), NOW).TEST_CLOCK_OFFSET_MS).toBe("0");
  });

  test("a date needs libfaketime, a page needs a browser, and a time zone needs neither", () => {
    const nothing = { library: null, browser: null };
    expect(whySkipped(clockOf("+400d"), { inBrowser: false }, nothing)).toMatch(/pacote faketime/);
    expect(whySkipped(clockOf("UTC"), { inBrowser: false }, nothing)).toBeNull();
    expect(whySkipped(clockOf("UTC"), { inBrowser: true }, nothing)).toMatch(/Chromium/);
    const browserOnly = { library: null, browser: "/usr/bin/chromium" };
    expect(whySkipped(clockOf("+400d"), { inBrowser: true }, browserOnly)).toBeNull();
  });

  test("the start of a run is shown in its zone", () => {
    expect(startOf(clockOf("fim-do-ano"), NOW)).toBe("2026-12-31 23:59:10 America/Sao_Paulo");
    expect(startOf(clockOf("Asia/Tokyo"), NOW)).toBe("2026-11-28 19:39:00 Asia/Tokyo");
  });

  test("libfaketime is found in the folder of any architecture, or not at all", () => {
    expect(findFaketime(folder)).toBeNull();
    expect(findFaketime(path.join(folder, "nada"))).toBeNull();
    const place = path.join(folder, "aarch64-linux-gnu", "faketime");
    fs.mkdirSync(place, { recursive: true });
    fs.writeFileSync(path.join(place, "libfaketimeMT.so.1"), "");
    expect(findFaketime(folder)).toBe(path.join(place, "libfaketimeMT.so.1"));
  });
});

test("the lines of a result name each failed test", () => {
  const tally = { passed: 5, failed: 1, skipped: 0, skippedNames: [], failedNames: ["a nota abre"] };
  const result = { clock: "+45d", start: "2027-01-12 10:39:00 UTC", suite: "unit", took: "1,0 s", tally };
  expect(resultLines(result)).toEqual([
    "FALHOU  +45d (2027-01-12 10:39:00 UTC) unit: 5 passed, 1 failed, 0 skipped em 1,0 s",
    "falhou: +45d unit: a nota abre",
  ]);
});

test("the clean-up of a part of a command runs once, last step first, also after a failure", async () => {
  /** @type {string[]} */
  const done = [];
  /** @type {(() => unknown)[]} */
  const outer = [];
  const work = withCleanup({ defer: (step) => outer.push(step) }, async (cleanup) => {
    cleanup.defer(() => done.push("first"));
    cleanup.defer(() => done.push("second"));
    throw new Error("the work failed");
  });
  await expect(work).rejects.toThrow("the work failed");
  for (const step of outer) await step();
  expect(done).toEqual(["second", "first"]);
});
