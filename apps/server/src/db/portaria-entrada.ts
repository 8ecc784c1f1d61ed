import type pg from "pg";

/** A failure counter: a keyed hash, and the number of free failures. */
export type Freio = { chave: string; livres: number };

/**
 * One attempt. conhecida: hash of user and network. The throttles are `dentro` if this user has
 * entered from there, else `fora`; the user's own first.
 */
export type TentativaFreada = {
  conhecida: string | null;
  dentro: readonly Freio[];
  fora: readonly Freio[];
  agora: Date;
};

/**
 * A successful sign-in: `limpas` are reset; the failures of their first are subtracted from
 * `outras`; `conhecida` is stored.
 */
export type Perdao = {
  conhecida: string | null;
  limpas: readonly string[];
  outras: readonly string[];
  agora: Date;
};

/** Typed calls of the sign-in throttles. */
export type PortariaEntrada = {
  /** Counts one attempt in advance. livreEm: the attempt was refused until then, and not counted. */
  countEntrada(tentativa: TentativaFreada): Promise<{ conhecida: boolean; livreEm: Date | null }>;
  /** Resets the counters after a successful sign-in. */
  forgiveEntrada(perdao: Perdao): Promise<void>;
  /** Takes back one attempt that was not a guess. */
  returnEntrada(chaves: readonly string[], agora: Date): Promise<void>;
  /** Deletes at most `limite` expired throttles, and as many known networks; returns how many. */
  sweepFreios(agora: Date, limite: number): Promise<number>;
};

export function createPortariaEntrada(pool: pg.Pool): PortariaEntrada {
  return {
    countEntrada: async ({ conhecida, dentro, fora, agora }) => {
      const split = (freios: readonly Freio[]): [string[], number[]] => [
        freios.map(({ chave }) => chave),
        freios.map(({ livres }) => livres),
      ];
      const { rows } = await pool.query<{ conhecida: boolean; livreEm: Date | null }>(
        `SELECT conhecida, livre_em AS "livreEm" FROM portaria_freio_conta($1, $2, $3, $4, $5, $6)`,
        [conhecida, ...split(dentro), ...split(fora), agora],
      );
      const [counted] = rows;
      if (counted === undefined) throw new Error("portaria_freio_conta answered nothing");
      return counted;
    },
    forgiveEntrada: async ({ conhecida, limpas, outras, agora }) => {
      await pool.query("SELECT portaria_freio_perdoa($1, $2, $3, $4)", [conhecida, limpas, outras, agora]);
    },
    returnEntrada: async (chaves, agora) => {
      await pool.query("SELECT portaria_freio_devolve($1, $2)", [chaves, agora]);
    },
    sweepFreios: async (agora, limite) => {
      const { rows } = await pool.query<{ n: number }>("SELECT portaria_freio_limpa($1, $2) AS n", [
        agora,
        limite,
      ]);
      return rows[0]?.n ?? 0;
    },
  };
}
