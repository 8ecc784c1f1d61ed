import { runMigrations } from "bullmq";
import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";

const GRANTS = `
  GRANT USAGE ON SCHEMA bullmq TO malote_app;
  REVOKE CREATE ON SCHEMA bullmq FROM malote_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA bullmq TO malote_app;
  GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA bullmq TO malote_app;`;

const IS_OPEN = textStatement(
  { open: pgType.boolean },
  `SELECT coalesce(bool_and(has_table_privilege('malote_app', oid, 'DELETE')), false) AND has_schema_privilege('malote_app', 'bullmq', 'USAGE')
     AND NOT has_schema_privilege('malote_app', 'bullmq', 'CREATE') AS open
   FROM pg_class WHERE relnamespace = 'bullmq'::regnamespace AND relkind IN ('r', 'p')`,
);

/**
 * Creates the queue's tables (schema bullmq) and grants them to malote_app, without CREATE. They
 * hold only ids.
 */
export async function applyQueueSchema(client: pg.Client): Promise<void> {
  await runMigrations(client);
  const found = await IS_OPEN.first(client);
  if (!found?.open) await client.query(GRANTS);
}
