import type pg from "pg";

/**
 * An empresa whose feed is open to holders of a certificate of its CNPJ. certificado: its conta
 * holds one, valid and of a known chain. provada: proved to belong to the conta; documents of
 * others never leave the conta.
 */
export type FoundFeed = {
  contaId: string;
  empresaId: string;
  identificador: string;
  uf: string;
  sandbox: boolean;
  certificado: boolean;
  provada: boolean;
};

/** Feed queries outside the transaction of a conta. */
export type GatekeeperFeed = {
  /** Empresas with a CNPJ and an open feed, of all contas or of the named one. */
  findFeeds(wanted: { cnpj: string; identificador: string | null; now: Date }): Promise<FoundFeed[]>;
  /**
   * Starts a new epoch in the feed of every conta, after a restore of the database; returns the
   * number of contas.
   */
  beginFeedEpoch(): Promise<number>;
};

export function createGatekeeperFeed(pool: pg.Pool): GatekeeperFeed {
  return {
    findFeeds: async ({ cnpj, identificador, now }) => {
      const { rows } = await pool.query<FoundFeed>(
        `SELECT conta_id AS "contaId", empresa_id AS "empresaId", identificador, uf, sandbox, certificado, provada FROM portaria_feed($1, $2, $3)`,
        [cnpj, identificador, now],
      );
      return rows;
    },
    beginFeedEpoch: async () => {
      const { rows } = await pool.query<{ contas: number }>("SELECT portaria_feed_epoca() AS contas");
      return rows[0]?.contas ?? 0;
    },
  };
}
