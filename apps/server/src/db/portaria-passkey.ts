import type pg from "pg";

/** The purpose of a challenge; `entrar` belongs to no user. */
export type UsoDesafio = "entrar" | "provar" | "registrar";

export type Desafio = { hash: Buffer; uso: UsoDesafio; usuarioId: string | null; agora: Date };

/** Typed calls of the passkey challenges. */
export type PortariaPasskey = {
  /** Stores a challenge for five minutes. */
  openDesafio(desafio: Desafio): Promise<void>;
  /** Consumes a challenge; returns whether it was valid for this use and user. */
  spendDesafio(desafio: Desafio): Promise<boolean>;
};

export function createPortariaPasskey(pool: pg.Pool): PortariaPasskey {
  return {
    openDesafio: async ({ hash, uso, usuarioId, agora }) => {
      await pool.query("SELECT portaria_desafio_abre($1, $2, $3, $4)", [hash, uso, usuarioId, agora]);
    },
    spendDesafio: async ({ hash, uso, usuarioId, agora }) => {
      const { rows } = await pool.query<{ good: boolean }>(
        "SELECT portaria_desafio_gasta($1, $2, $3, $4) AS good",
        [hash, uso, usuarioId, agora],
      );
      return rows[0]?.good ?? false;
    },
  };
}
