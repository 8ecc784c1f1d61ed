/** The sandbox's own time: the machine's clock plus a shift that tests and the console move. */
export type Relogio = {
  now(): Date;
  /** Moves the clock forward (or back, when negative) by so many milliseconds. */
  advance(ms: number): void;
  /** Makes the clock show this instant now; it goes on running from there. */
  set(instant: Date): void;
  /** Back to the machine's time. */
  reset(): void;
  readonly deslocamentoMs: number;
};

export function createRelogio(): Relogio {
  let shiftMs = 0;
  return {
    now: () => new Date(Date.now() + shiftMs),
    advance: (ms) => {
      shiftMs += ms;
    },
    set: (instant) => {
      shiftMs = instant.getTime() - Date.now();
    },
    reset: () => {
      shiftMs = 0;
    },
    get deslocamentoMs() {
      return shiftMs;
    },
  };
}

/** Writes an instant as the fiscal layouts want it: local time of the zone with its offset, no fraction. */
export function writeDataHora(instant: Date, zona: string): string {
  const offset = readOffset(instant, zona);
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  const local = new Date(instant.getTime() + sign * minutes * 60_000);
  return `${local.toISOString().slice(0, 19)}${offset}`;
}

function readOffset(instant: Date, zona: string): string {
  const name = new Intl.DateTimeFormat("en-US", { timeZone: zona, timeZoneName: "longOffset" })
    .formatToParts(instant)
    .find((part) => part.type === "timeZoneName")?.value;
  return name?.match(/[+-][0-9]{2}:[0-9]{2}/)?.[0] ?? "+00:00";
}
