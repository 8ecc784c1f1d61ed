import pg from "pg";
import type { Logger } from "../log.ts";
import { ANSWER_TIMEOUT_MS, IDLE_IN_TX_MS, POOL_WAIT_MS, STATEMENT_TIMEOUT_MS } from "./limits.ts";

/** The role that http and worker assume: neither superuser nor BYPASSRLS. */
export const APP_ROLE = "malote_app";
/**
 * The role for transactions of users restricted to some empresas: a member of the first, with
 * stricter row security.
 */
export const RESTRICTED_ROLE = "malote_restrito";

const { INT8, DATE } = pg.types.builtins;

/** int8 is parsed as number (always below 2^53), date as yyyy-MM-dd; numeric stays a string. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") => {
    if (oid === INT8) return Number;
    if (oid === DATE) return String;
    return format === "binary" ? pg.types.getTypeParser(oid, "binary") : pg.types.getTypeParser(oid, "text");
  },
};

/** Role and session settings of a pool. */
export type PoolOptions = { max: number; role?: string; settings?: Readonly<Record<string, string>> };

/**
 * Configuration of a connection. `options` must be in the object: in the URL it would be lost or
 * crash pg-pool, and the operator's would override ours.
 */
export function connectionConfig(databaseUrl: string, o: Omit<PoolOptions, "max">): pg.ClientConfig {
  const url = new URL(databaseUrl);
  url.searchParams.delete("options");
  const settings = { ...(o.role === undefined ? {} : { role: o.role }), ...o.settings };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  return {
    connectionString: url.href,
    options: options.join(" "),
    application_name: "malote",
    keepAlive: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: ANSWER_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TX_MS,
    connectionTimeoutMillis: POOL_WAIT_MS,
    types,
  };
}

/** A pool that survives the loss of idle connections. */
export function createPool(databaseUrl: string, o: PoolOptions, log: Logger): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(databaseUrl, o), max: o.max });
  pool.on("error", (error) => log.warn({ err: error }, "uma conexão ociosa com o banco caiu"));
  return pool;
}
