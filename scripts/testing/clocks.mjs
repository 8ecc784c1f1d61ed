// Dates and time zones under which `npm run test:dates` runs the tests (ADR 0098).
import fs from "node:fs";
import path from "node:path";
import { CommandError } from "../setup/log.mjs";

const DAY_MS = 86_400_000;
const LIBRARIES = "/usr/lib";
/** A leap day is at most eight years away: 1900 and 2100 have none. */
const YEARS_AHEAD = 9;

/** A clock: a name, a time zone and, unless the date is the real one, when a run starts.
 * @typedef {{ name: string, zone: string, startAt?: (nowMs: number) => number }} Clock */

/** @param {number} days @returns {Clock} */
const daysAhead = (days) => ({
  name: `+${days}d`,
  zone: "UTC",
  startAt: (nowMs) => nowMs + days * DAY_MS,
});

/** The next date with a month, a day and a time, in UTC or with an offset, later than now.
 * @param {number} nowMs @param {string} monthDayTime e.g. "12-31T23:59:10-03:00" @returns {number} */
export function nextDate(nowMs, monthDayTime) {
  const thisYear = new Date(nowMs).getUTCFullYear();
  for (let year = thisYear; year <= thisYear + YEARS_AHEAD; year++) {
    // Date.parse takes 29 February of any year for 1 March of it.
    if (monthDayTime.startsWith("02-29") && new Date(Date.UTC(year, 1, 29)).getUTCDate() !== 29) continue;
    const found = Date.parse(`${year}-${monthDayTime}`);
    if (found > nowMs) return found;
  }
  throw new Error(`No date ${monthDayTime} within ${YEARS_AHEAD} years`);
}

/** @param {string} name @param {string} zone @param {string} monthDayTime @returns {Clock} */
const nextTime = (name, zone, monthDayTime) => ({
  name,
  zone,
  startAt: (nowMs) => nextDate(nowMs, monthDayTime),
});

/** @param {string} zone @returns {Clock} */
const realDateIn = (zone) => ({ name: zone, zone });

/** The dates in São Paulo start 50 s before midnight, so that the day changes during the run. */
export const CLOCKS = [
  daysAhead(45),
  daysAhead(400),
  nextTime("29-fev", "UTC", "02-29T12:00:00Z"),
  nextTime("fim-do-mes", "America/Sao_Paulo", "04-30T23:59:10-03:00"),
  nextTime("fim-do-ano", "America/Sao_Paulo", "12-31T23:59:10-03:00"),
  realDateIn("America/Manaus"),
  realDateIn("UTC"),
  realDateIn("Asia/Tokyo"),
];

/** Reads a clock that has no name: a number of days, a date with its offset, a time zone.
 * @param {string} word @returns {Clock | null} */
function readClock(word) {
  const days = /^\+(\d{1,4})d$/.exec(word);
  if (days) return daysAhead(Number(days[1]));
  if (/^\d{4}-\d\d-\d\dT/.test(word) && Number.isFinite(Date.parse(word))) {
    return { name: word, zone: "America/Sao_Paulo", startAt: () => Date.parse(word) };
  }
  return Intl.supportedValuesOf("timeZone").includes(word) ? realDateIn(word) : null;
}

/** @param {string} [word] name of a clock, or a clock without a name; all of CLOCKS without it
 * @returns {Clock[]} @throws {CommandError} for a word that is no clock */
export function chooseClocks(word) {
  if (!word) return CLOCKS;
  const clock = CLOCKS.find(({ name }) => name === word) ?? readClock(word);
  if (clock) return [clock];
  throw new CommandError(
    `Não conheço a data «${word}». Use ${CLOCKS.map(({ name }) => name).join(", ")}, ` +
      "+Nd, uma data como 2027-04-30T23:59:10-03:00 ou um fuso horário",
  );
}

/** @param {string} [folder] of the system's libraries @returns {string | null} path of libfaketime */
export function findFaketime(folder = LIBRARIES) {
  const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const places = names.map((name) => path.join(folder, name, "faketime", "libfaketimeMT.so.1"));
  return places.find((place) => fs.existsSync(place)) ?? null;
}

/** How far a clock is ahead of the real one. @param {Clock} clock @param {number} nowMs */
const offsetMs = ({ startAt }, nowMs) => (startAt ? startAt(nowMs) - nowMs : 0);

/** Environment that gives a process and its children a clock. The offset is relative to the real clock: a
 * date would start again in each process. Only the date is shifted: timers and file times stay real.
 * @param {Clock} clock @param {string | null} library @param {number} nowMs
 * @returns {Record<string, string>} */
export function processClock(clock, library, nowMs) {
  const seconds = Math.round(offsetMs(clock, nowMs) / 1000);
  if (seconds === 0 || library === null) return { TZ: clock.zone };
  return {
    TZ: clock.zone,
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? "" : "+"}${seconds}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}

/** Environment with which vitest.config.ts gives a clock to the page of component tests: Chromium does not
 * start under libfaketime. @param {Clock} clock @param {number} nowMs @returns {Record<string, string>} */
export const pageClock = (clock, nowMs) => ({
  TEST_TIME_ZONE: clock.zone,
  TEST_CLOCK_OFFSET_MS: String(offsetMs(clock, nowMs)),
});

/** What this machine has. library: path of libfaketime; browser: a Chromium.
 * @typedef {{ library: string | null, browser: string | null }} Means */

/** Why tests cannot run on a clock here; null when they can.
 * @param {Clock} clock @param {{ inBrowser: boolean }} suite @param {Means} means @returns {string | null} */
export function whySkipped({ startAt }, { inBrowser }, { library, browser }) {
  if (inBrowser) return browser === null ? "falta um Chromium (no Debian, o pacote chromium)" : null;
  return startAt && library === null ? "falta o libfaketime (no Debian, o pacote faketime)" : null;
}

/** @param {Clock} clock @param {number} nowMs @returns {string} when a run starts, to repeat it */
export function startOf({ zone, startAt }, nowMs) {
  const form = { timeZone: zone, dateStyle: "short", timeStyle: "medium" };
  const text = new Intl.DateTimeFormat("sv-SE", /** @type {Intl.DateTimeFormatOptions} */ (form));
  return `${text.format(startAt ? startAt(nowMs) : nowMs)} ${zone}`;
}

/** The lines of a result: counts, then the names of the failed tests.
 * @param {{ clock: string, start: string, suite: string, took: string,
 *   tally: import("./tally.mjs").Tally }} result @returns {string[]} */
export function resultLines({ clock, start, suite, took, tally: { passed, failed, skipped, failedNames } }) {
  const outcome = failed ? "FALHOU" : "ok";
  const counts = `${passed} passed, ${failed} failed, ${skipped} skipped em ${took}`;
  return [
    `${outcome}  ${clock} (${start}) ${suite}: ${counts}`,
    ...failedNames.map((test) => `falhou: ${clock} ${suite}: ${test}`),
  ];
}
