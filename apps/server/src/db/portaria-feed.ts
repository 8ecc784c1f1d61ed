import type pg from "pg";

/** A company that lets its feed be read by who bears a certificate of its CNPJ. certificado: its conta holds one itself, of a known chain. */
export type FeedAchado = {
  contaId: string;
  empresaId: string;
  identificador: string;
  uf: string;
  sandbox: boolean;
  certificado: boolean;
};

/** What the SEFAZ-shaped feed asks before a conta is known. */
export type PortariaFeed = {
  /** The companies of all contas that have a CNPJ and let their feed be read. */
  findFeeds(cnpj: string): Promise<FeedAchado[]>;
};

export function createPortariaFeed(pool: pg.Pool): PortariaFeed {
  return {
    findFeeds: async (cnpj) => {
      const { rows } = await pool.query<FeedAchado>(
        `SELECT conta_id AS "contaId", empresa_id AS "empresaId", identificador, uf, sandbox, certificado FROM portaria_feed($1)`,
        [cnpj],
      );
      return rows;
    },
  };
}
