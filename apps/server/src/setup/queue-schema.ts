import { runMigrations } from "bullmq";
import type pg from "pg";

const GRANTS = `
  GRANT USAGE ON SCHEMA bullmq TO malote_app;
  REVOKE CREATE ON SCHEMA bullmq FROM malote_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO malote_app;
  GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA bullmq TO malote_app;`;

/**
 * Creates the queue's tables (schema bullmq) and grants them to malote_app, without CREATE. They
 * hold only ids.
 */
export async function applyQueueSchema(client: pg.Client): Promise<void> {
  await runMigrations(client);
  const { rows } = await client.query<{ open: boolean }>(
    `SELECT coalesce(bool_and(has_table_privilege('malote_app', oid, 'DELETE')), false) AND has_schema_privilege('malote_app', 'bullmq', 'USAGE')
       AND NOT has_schema_privilege('malote_app', 'bullmq', 'CREATE') AS open
     FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace AND relkind IN ('r', 'p')`,
  );
  if (!rows[0]?.open) await client.query(GRANTS);
}
