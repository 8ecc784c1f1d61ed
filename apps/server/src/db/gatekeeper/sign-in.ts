import type pg from "pg";

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

export function createGatekeeperSignIn(pool: pg.Pool): GatekeeperSignIn {
  return {
    countSignIn: async ({ conhecida, dentro, fora, now }) => {
      const split = (throttles: readonly Throttle[]): [string[], number[]] => [
        throttles.map(({ chave }) => chave),
        throttles.map(({ livres }) => livres),
      ];
      const { rows } = await pool.query<{ conhecida: boolean; livreEm: Date | null }>(
        `SELECT conhecida, livre_em AS "livreEm" FROM portaria_freio_conta($1, $2, $3, $4, $5, $6)`,
        [conhecida, ...split(dentro), ...split(fora), now],
      );
      const [counted] = rows;
      if (counted === undefined) throw new Error("portaria_freio_conta answered nothing");
      return counted;
    },
    resetSignIn: async ({ conhecida, limpas, outras, now }) => {
      await pool.query("SELECT portaria_freio_perdoa($1, $2, $3, $4)", [conhecida, limpas, outras, now]);
    },
    returnSignIn: async (keys, now) => {
      await pool.query("SELECT portaria_freio_devolve($1, $2)", [keys, now]);
    },
    sweepThrottles: async (now, limit) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_freio_limpa($1, $2) AS n", [
        now,
        limit,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
