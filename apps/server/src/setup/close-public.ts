import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";

const OPEN_RIGHTS = textStatement(
  { banco: pgType.text, temp: pgType.boolean, cria: pgType.boolean },
  `SELECT format('%I', current_database()) AS banco,
     has_database_privilege('malote_app', current_database(), 'TEMPORARY') AS temp,
     has_schema_privilege('malote_app', 'public', 'CREATE') AS cria`,
);

/**
 * Revokes from PUBLIC, and so from the server, the right to create objects: in schema public, and
 * temporary ones. A right not granted by the owner remains, with a warning of PostgreSQL.
 */
export async function closePublic(client: pg.Client): Promise<void> {
  const now = await OPEN_RIGHTS.first(client);
  if (now?.temp) await client.query(`REVOKE TEMPORARY ON DATABASE ${now.banco} FROM PUBLIC`);
  if (now?.cria) await client.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
}
