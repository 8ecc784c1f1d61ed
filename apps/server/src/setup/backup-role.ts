import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";

/** The role in which the owner reads every row for a backup; the server's login may not assume it. */
export const BACKUP_ROLE = "malote_backup";

const CLOSED_TABLES = textStatement(
  { tabela: pgType.text, falta: pgType.boolean },
  `SELECT tabela, falta FROM (
     SELECT format('%I', c.relname) AS tabela, has_table_privilege($1, c.oid, 'SELECT') AS pode,
       c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup') AS falta
     FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT LIKE 'backup\\_%') AS t
   WHERE falta OR NOT pode ORDER BY tabela`,
);

/**
 * Grants malote_backup SELECT on all our tables, new ones included. Row security applies to the owner too,
 * who is no superuser on an external PostgreSQL. portaria_particoes grants the same on later partitions.
 */
export async function openToBackup(client: pg.Client): Promise<void> {
  for (const { tabela, falta } of await CLOSED_TABLES.rows(client, [BACKUP_ROLE])) {
    await client.query(`GRANT SELECT ON ${tabela} TO ${BACKUP_ROLE}`);
    if (falta)
      await client.query(`CREATE POLICY backup ON ${tabela} FOR SELECT TO ${BACKUP_ROLE} USING (true)`);
  }
}
