import path from "node:path";
import { MINUTE_MS } from "@malote/syntax";
import { readJson, writePrivateJson } from "./disk.ts";

/**
 * The time of the sandbox: the clock of the machine plus a shift that tests and the console set.
 */
export type Clock = {
  now(): Date;
  /** Moves the clock by this many milliseconds; negative moves it back. */
  advance(ms: number): void;
  /** Sets the clock to this instant; it continues from there. */
  set(instant: Date): void;
  /** Returns to the time of the machine. */
  reset(): void;
  readonly deslocamentoMs: number;
};

/**
 * @param inicialMs the initial shift
 * @param onChange receives each new shift before it takes effect
 */
export function createClock(inicialMs = 0, onChange: (ms: number) => void = () => undefined): Clock {
  let shiftMs = inicialMs;
  const move = (ms: number): void => {
    onChange(ms);
    shiftMs = ms;
  };
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance: (ms) => move(shiftMs + ms),
    set: (instant) => move(instant.getTime() - Date.now()),
    reset: () => move(0),
    get deslocamentoMs() {
      return shiftMs;
    },
  };
}

/**
 * The file that other processes read: `{ "deslocamentoMs": … }`, replaced as a whole at each
 * change.
 */
const FILE = "relogio.json";

/** Opens the clock of a folder with its stored shift; stores each change in its file. */
export function openClock(dir: string): { clock: Clock; file: string } {
  const file = path.join(dir, FILE);
  const keep = (deslocamentoMs: number): void => writePrivateJson(file, { deslocamentoMs });
  const shift = readShift(readJson(file));
  keep(shift);
  return { clock: createClock(shift, keep), file };
}

function readShift(kept: unknown): number {
  if (typeof kept !== "object" || kept === null || !("deslocamentoMs" in kept)) return 0;
  const { deslocamentoMs } = kept;
  return typeof deslocamentoMs === "number" && Number.isFinite(deslocamentoMs) ? deslocamentoMs : 0;
}

/** Formats an instant as the fiscal layouts require: local time with offset, without fraction. */
export function formatDateTime(instant: Date, zona: string): string {
  const offset = readOffset(instant, zona);
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const local = new Date(instant.getTime() + sign * minutes * MINUTE_MS);
  return `${local.toISOString().slice(0, 19)}${offset}`;
}

/** By zone: opening one takes longer than formatting. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zona: string): Intl.DateTimeFormat {
  const known = formats.get(zona);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-US", { timeZone: zona, timeZoneName: "longOffset" });
  formats.set(zona, format);
  return format;
}

function readOffset(instant: Date, zona: string): string {
  const name = formatOf(zona)
    .formatToParts(instant)
    .find((part) => part.type === "timeZoneName")?.value;
  return name?.match(/[+-][0-9]{2}:[0-9]{2}/)?.[0] ?? "+00:00";
}
