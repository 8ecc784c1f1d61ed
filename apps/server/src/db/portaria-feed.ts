import type pg from "pg";

/**
 * An empresa whose feed is open to holders of a certificate of its CNPJ. certificado: its conta
 * holds one, valid and of a known chain. provada: proved to belong to the conta; documents of
 * others never leave the conta.
 */
export type FeedAchado = {
  contaId: string;
  empresaId: string;
  identificador: string;
  uf: string;
  sandbox: boolean;
  certificado: boolean;
  provada: boolean;
};

/** Feed queries outside the transaction of a conta. */
export type PortariaFeed = {
  /** Empresas with a CNPJ and an open feed, of all contas or of the named one. */
  findFeeds(procurada: { cnpj: string; identificador: string | null; agora: Date }): Promise<FeedAchado[]>;
  /**
   * Starts a new epoch in the feed of every conta, after a restore of the database; returns the
   * number of contas.
   */
  beginFeedEpoch(): Promise<number>;
};

export function createPortariaFeed(pool: pg.Pool): PortariaFeed {
  return {
    findFeeds: async ({ cnpj, identificador, agora }) => {
      const { rows } = await pool.query<FeedAchado>(
        `SELECT conta_id AS "contaId", empresa_id AS "empresaId", identificador, uf, sandbox, certificado, provada FROM portaria_feed($1, $2, $3)`,
        [cnpj, identificador, agora],
      );
      return rows;
    },
    beginFeedEpoch: async () => {
      const { rows } = await pool.query<{ contas: number }>("SELECT portaria_feed_epoca() AS contas");
      return rows[0]?.contas ?? 0;
    },
  };
}
