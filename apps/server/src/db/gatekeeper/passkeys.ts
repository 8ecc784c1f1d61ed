import type pg from "pg";

/** The purpose of a challenge; `entrar` belongs to no user. */
export type ChallengeUse = "entrar" | "provar" | "registrar";

export type Challenge = { hash: Buffer; uso: ChallengeUse; usuarioId: string | null; now: Date };

/** Typed calls of the passkey challenges. */
export type GatekeeperPasskeys = {
  /** Stores a challenge for five minutes. */
  openChallenge(challenge: Challenge): Promise<void>;
  /** Consumes a challenge; returns whether it was valid for this use and user. */
  spendChallenge(challenge: Challenge): Promise<boolean>;
};

export function createGatekeeperPasskeys(pool: pg.Pool): GatekeeperPasskeys {
  return {
    openChallenge: async ({ hash, uso, usuarioId, now }) => {
      await pool.query("SELECT portaria_desafio_abre($1, $2, $3, $4)", [hash, uso, usuarioId, now]);
    },
    spendChallenge: async ({ hash, uso, usuarioId, now }) => {
      const { rows } = await pool.query<{ good: boolean }>(
        "SELECT portaria_desafio_gasta($1, $2, $3, $4) AS good",
        [hash, uso, usuarioId, now],
      );
      return rows[0]?.good ?? false;
    },
  };
}
