import type { Sender } from "../run-statement.ts";
import { number, type RowOf, text, texts, uuids } from "../text-columns.ts";
import { textStatement } from "../text-statement.ts";
import { gatekeeperRows } from "./call.ts";

const SEALED = {
  tabela: text,
  coluna: text,
  /** Id of the key. */
  chave: text,
  valores: number,
  /** Where it is not the new key. */
  contas: uuids,
};
/** How many values of a column a key seals. */
export type SealedCount = RowOf<typeof SEALED>;

export type GatekeeperKeys = {
  /** All sealed values, by column and key. @param newKey id of the key that is to seal all of them */
  countSealed(newKey: string): Promise<SealedCount[]>;
  /** Per live process: the ids of the keys that it can open. */
  findLiveKeys(): Promise<string[][]>;
};

/** Class of the advisory locks that announce a process's keys: "CHAV". */
export const KEY_LOCK_CLASS = 0x43484156;

const countSealed = gatekeeperRows("portaria_selados", 1, SEALED, "tabela, coluna, chave");
// Locks are no table of ours.
const findLiveKeys = textStatement(
  { chaves: texts },
  `SELECT array_agg(lpad(to_hex(objid::bigint), 8, '0')) AS chaves FROM pg_locks
   WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2 AND granted
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY pid`,
);

export function createGatekeeperKeys(on: Sender): GatekeeperKeys {
  return {
    countSealed: (newKey) => countSealed(on, newKey),
    findLiveKeys: async () => (await findLiveKeys.rows(on, [KEY_LOCK_CLASS])).map(({ chaves }) => chaves),
  };
}
