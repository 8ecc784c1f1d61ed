import { createHash } from "node:crypto";
import fs from "node:fs";
import type pg from "pg";
import { pgType, textStatement } from "../db/index.ts";

const FOLDER = new URL("../db/portaria/", import.meta.url);

const READ_MARK = textStatement(
  { mark: pgType.nullable(pgType.text) },
  "SELECT obj_description(oid, 'pg_proc') AS mark FROM pg_proc WHERE proname = 'publica' AND pronamespace = 'public'::regnamespace",
);

/**
 * Replaces the gatekeeper functions by those of db/portaria/*.sql: owned by malote_portaria, executable
 * by malote_app, without leftovers of an earlier version. Does nothing when the files are unchanged.
 * @returns whether it replaced them
 */
export async function applyGatekeeper(client: pg.Client): Promise<boolean> {
  const sql = readFunctions();
  const mark = `portaria ${createHash("sha256").update(sql).digest("hex")}`;
  if ((await READ_MARK.first(client))?.mark === mark) return false;
  await client.query("BEGIN");
  try {
    await replaceFunctions(client, { sql, mark });
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
  return true;
}

/**
 * The same inside the caller's transaction. Bodies are not checked: the tables may be those of an
 * earlier version.
 */
export async function applyGatekeeperUnchecked(client: pg.Client): Promise<void> {
  const sql = readFunctions();
  await client.query("SET LOCAL check_function_bodies = off");
  await replaceFunctions(client, { sql, mark: "unchecked" });
  await client.query("SET LOCAL check_function_bodies = on");
  await client.query("RESET ROLE");
}

async function replaceFunctions(
  client: pg.Client,
  { sql, mark }: { sql: string; mark: string },
): Promise<void> {
  await client.query("SET LOCAL ROLE malote_portaria");
  await client.query(`DO $$ DECLARE f regprocedure; BEGIN
    FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner = 'malote_portaria'::regrole
    LOOP EXECUTE 'DROP FUNCTION ' || f; END LOOP; END $$`);
  await client.query(sql);
  await client.query(`DO $$ DECLARE f regprocedure; BEGIN
    FOR f IN SELECT oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proowner = 'malote_portaria'::regrole
    LOOP EXECUTE 'REVOKE ALL ON FUNCTION ' || f || ' FROM PUBLIC'; EXECUTE 'GRANT EXECUTE ON FUNCTION ' || f || ' TO malote_app'; END LOOP; END $$`);
  await client.query(`COMMENT ON FUNCTION publica IS '${mark}'`);
}

/**
 * All files of the folder in order of name: a function calls only functions of its own or an earlier file.
 */
function readFunctions(): string {
  const names = fs.readdirSync(FOLDER).filter((name) => name.endsWith(".sql"));
  return names
    .sort()
    .map((name) => fs.readFileSync(new URL(name, FOLDER), "utf8"))
    .join("\n");
}
