import type pg from "pg";

/** A company that lets its feed be read by who bears a certificate of its CNPJ. certificado: its conta holds one itself, valid and of a known chain.
 * provada: it was proved to be the conta's; of any other no document leaves the conta. */
export type FeedAchado = {
  contaId: string;
  empresaId: string;
  identificador: string;
  uf: string;
  sandbox: boolean;
  certificado: boolean;
  provada: boolean;
};

/** What is asked of feeds outside the transaction of a conta. */
export type PortariaFeed = {
  /** The companies of all contas, or of the one that is named, that have a CNPJ and let their feed be read. */
  findFeeds(procurada: { cnpj: string; identificador: string | null; agora: Date }): Promise<FeedAchado[]>;
  /** Begins a new epoch in the feed of every conta, after the database was restored; answers how many contas there are. */
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
