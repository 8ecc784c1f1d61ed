import type pg from "pg";

/** The role with which the owner reads every row for a backup; no login of the server may take it. */
export const BACKUP_ROLE = "malote_backup";

/**
 * Lets malote_backup read every table of ours, also those that a migration just made: row security holds the owner back too, and with an
 * external PostgreSQL the owner is no superuser. Partitions that portaria_particoes makes later get the same from it.
 */
export async function openToBackup(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tabela: string; falta: boolean }>(
    `SELECT tabela, falta FROM (
       SELECT format('%I', c.relname) AS tabela, has_table_privilege($1, c.oid, 'SELECT') AS pode,
         c.relrowsecurity AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'backup') AS falta
       FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname NOT LIKE 'backup\\_%') AS t
     WHERE falta OR NOT pode ORDER BY tabela`,
    [BACKUP_ROLE],
  );
  for (const { tabela, falta } of rows) {
    await client.query(`GRANT SELECT ON ${tabela} TO ${BACKUP_ROLE}`);
    if (falta)
      await client.query(`CREATE POLICY backup ON ${tabela} FOR SELECT TO ${BACKUP_ROLE} USING (true)`);
  }
}
