import type pg from "pg";

/**
 * Revokes from PUBLIC, and so from the server, the right to create objects: in schema public, and
 * temporary ones. A right not granted by the owner remains, with a warning of PostgreSQL.
 */
export async function closePublic(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ banco: string; temp: boolean; cria: boolean }>(
    `SELECT format('%I', current_database()) AS banco,
       has_database_privilege('malote_app', current_database(), 'TEMPORARY') AS temp,
       has_schema_privilege('malote_app', 'public', 'CREATE') AS cria`,
  );
  const [now] = rows;
  if (now?.temp) await client.query(`REVOKE TEMPORARY ON DATABASE ${now.banco} FROM PUBLIC`);
  if (now?.cria) await client.query("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
}
