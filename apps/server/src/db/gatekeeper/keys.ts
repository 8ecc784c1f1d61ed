import type pg from "pg";

/** How many values of a column a key seals. chave: id of the key; contas: where it is not the new key. */
export type SealedCount = {
  tabela: string;
  coluna: string;
  chave: string;
  valores: number;
  contas: string[];
};

export type GatekeeperKeys = {
  /** All sealed values, by column and key. @param newKey id of the key that is to seal all of them */
  countSealed(newKey: string): Promise<SealedCount[]>;
  /** Per live process: the ids of the keys that it can open. */
  findLiveKeys(): Promise<string[][]>;
};

/** Class of the advisory locks that announce a process's keys: "CHAV". */
export const KEY_LOCK_CLASS = 0x43484156;

export function createGatekeeperKeys(pool: pg.Pool): GatekeeperKeys {
  return {
    countSealed: async (newKey) =>
      (
        await pool.query<SealedCount>(
          "SELECT tabela, coluna, chave, valores, contas FROM portaria_selados($1) ORDER BY tabela, coluna, chave",
          [newKey],
        )
      ).rows,
    findLiveKeys: async () => {
      const { rows } = await pool.query<{ chaves: string[] }>(
        `SELECT array_agg(lpad(to_hex(objid::bigint), 8, '0')) AS chaves FROM pg_locks
         WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid`,
        [KEY_LOCK_CLASS],
      );
      return rows.map(({ chaves }) => chaves);
    },
  };
}
