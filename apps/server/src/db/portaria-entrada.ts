import type pg from "pg";

/** What failures are counted with: a keyed hash, and how many of them cost nothing. */
export type Freio = { chave: string; livres: number };

/** One attempt. conhecida: the hash of a person at a network, whose freios are `dentro` once they entered from there, and else `fora`; the person's own first. */
export type TentativaFreada = {
  conhecida: string | null;
  dentro: readonly Freio[];
  fora: readonly Freio[];
  agora: Date;
};

/** Somebody entered: `limpas` are forgotten; the failures of the first of them are taken off `outras`; `conhecida` is remembered. */
export type Perdao = {
  conhecida: string | null;
  limpas: readonly string[];
  outras: readonly string[];
  agora: Date;
};

/** Typed calls of db/portaria/freio.sql. */
export type PortariaEntrada = {
  /** Counts one attempt before it is read. livreEm: it was not counted and has to wait until then. */
  countEntrada(tentativa: TentativaFreada): Promise<{ conhecida: boolean; livreEm: Date | null }>;
  /** Forgives who entered. */
  forgiveEntrada(perdao: Perdao): Promise<void>;
  /** Gives one attempt back that was no guess. */
  returnEntrada(chaves: readonly string[], agora: Date): Promise<void>;
  /** Deletes at most `limite` freios, and as many known networks, that are forgotten; answers how many. */
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
