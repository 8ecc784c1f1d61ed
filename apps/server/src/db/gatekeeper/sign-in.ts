import type { Sender } from "../run-statement.ts";
import { boolean, instant, nullable } from "../text-columns.ts";
import { gatekeeperCount, gatekeeperDone, gatekeeperRow } from "./call.ts";

/** A failure counter: a keyed hash, and the number of free failures. */
export type Throttle = { chave: string; livres: number };

/**
 * One attempt. conhecida: hash of user and network. The throttles are `dentro` if this user has
 * entered from there, else `fora`; the user's own first.
 */
export type ThrottledAttempt = {
  conhecida: string | null;
  dentro: readonly Throttle[];
  fora: readonly Throttle[];
  now: Date;
};

/**
 * A successful sign-in: `limpas` are reset; the failures of their first are subtracted from
 * `outras`; `conhecida` is stored.
 */
export type ThrottleReset = {
  conhecida: string | null;
  limpas: readonly string[];
  outras: readonly string[];
  now: Date;
};

/** Typed calls of the sign-in throttles. */
export type GatekeeperSignIn = {
  /** Counts one attempt in advance. livreEm: the attempt was refused until then, and not counted. */
  countSignIn(attempt: ThrottledAttempt): Promise<{ conhecida: boolean; livreEm: Date | null }>;
  /** Resets the counters after a successful sign-in. */
  resetSignIn(reset: ThrottleReset): Promise<void>;
  /** Takes back one attempt that was not a guess. */
  returnSignIn(keys: readonly string[], now: Date): Promise<void>;
  /** Deletes at most `limit` expired throttles, and as many known networks; returns how many. */
  sweepThrottles(now: Date, limit: number): Promise<number>;
};

const COUNTED = { conhecida: boolean, livreEm: nullable(instant) };
const countSignIn = gatekeeperRow("portaria_freio_conta", 6, COUNTED);
const resetSignIn = gatekeeperDone("portaria_freio_perdoa", 4);
const returnSignIn = gatekeeperDone("portaria_freio_devolve", 2);
const sweepThrottles = gatekeeperCount("portaria_freio_limpa", 2);

export function createGatekeeperSignIn(on: Sender): GatekeeperSignIn {
  return {
    countSignIn: async ({ conhecida, dentro, fora, now }) => {
      const counted = await countSignIn(on, conhecida, ...split(dentro), ...split(fora), now);
      if (counted === null) throw new Error("portaria_freio_conta answered nothing");
      return counted;
    },
    resetSignIn: ({ conhecida, limpas, outras, now }) => resetSignIn(on, conhecida, limpas, outras, now),
    returnSignIn: (keys, now) => returnSignIn(on, keys, now),
    sweepThrottles: (now, limit) => sweepThrottles(on, now, limit),
  };
}

function split(throttles: readonly Throttle[]): [chaves: string[], livres: number[]] {
  return [throttles.map(({ chave }) => chave), throttles.map(({ livres }) => livres)];
}
