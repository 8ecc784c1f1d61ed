import { DAY_MS, MINUTE_MS } from "@malote/syntax";
import { describe, expect, test } from "vitest";
import { afterVerify, findDueVerify, isBackupDue, isPruneDue, nextBackupAt } from "./scheduler.rules.ts";

const everyMs = 5 * MINUTE_MS;
const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 26) + minutes * MINUTE_MS);
const done = (from: number, to: number, failures = 0) => ({ started: at(from), ended: at(to), failures });

describe("the next backup", () => {
  test("a backup is due at once on a machine that just started", () => {
    expect(isBackupDue(null, { everyMs, now: at(0), requested: null })).toBe(true);
  });

  test("the next backup starts early enough to finish five minutes after the last one started", () => {
    expect(nextBackupAt(done(0, 0), everyMs)).toEqual(at(5));
    expect(nextBackupAt(done(0, 1), everyMs)).toEqual(at(4));
  });

  test("the next backup waits at least a quarter of the interval after a backup that took longer than the interval", () => {
    expect(nextBackupAt(done(0, 30), everyMs)).toEqual(at(31.25));
  });

  test("a failed backup is retried after 30 s, and each failure doubles the delay, up to the interval", () => {
    const waits = [1, 2, 3, 4, 5, 40].map(
      (n) => nextBackupAt(done(0, 1, n), everyMs).getTime() - at(1).getTime(),
    );
    expect(waits).toEqual([30_000, 60_000, 120_000, 240_000, everyMs, everyMs]);
  });

  test("the next backup starts early on a request, unless the last attempt already served it and failed", () => {
    const now = at(2);
    expect(isBackupDue(done(0, 1), { everyMs, now, requested: null })).toBe(false);
    expect(isBackupDue(done(0, 1), { everyMs, now, requested: at(2) })).toBe(true);
    expect(isBackupDue(done(0, 1.9, 3), { everyMs, now, requested: at(-1) })).toBe(false);
    expect(isBackupDue(done(0, 1.9, 3), { everyMs, now, requested: at(1.95) })).toBe(true);
  });
});

describe("maintenance of the backups", () => {
  test("pruning runs after the first backup and then once an hour", () => {
    expect([isPruneDue(null, at(0)), isPruneDue(at(0), at(59)), isPruneDue(at(0), at(60))]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test("verification covers one share a day in turn, and everything once a week", () => {
    const start = at(0);
    let state = { share: 0, shareAt: start, wholeAt: start };
    const seen: string[] = [];
    for (let day = 1; day <= 15; day += 1) {
      const now = new Date(start.getTime() + day * DAY_MS);
      const due = findDueVerify(state, now);
      if (due === null) throw new Error("nothing due");
      seen.push(due === "whole" ? "whole" : String(state.share));
      state = afterVerify(state, due, now);
      expect(findDueVerify(state, now)).toBeNull();
    }
    expect(seen).toEqual(["0", "1", "2", "3", "4", "5", "whole", "6", "0", "1", "2", "3", "4", "whole", "5"]);
  });
});
