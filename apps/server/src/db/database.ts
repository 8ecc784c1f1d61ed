import type pg from "pg";
import type { Config } from "../config.ts";
import type { Logger } from "../log.ts";
import { checkServer } from "./check-version.ts";
import { createContaShare } from "./conta-share.ts";
import type { Gatekeeper } from "./gatekeeper/gatekeeper.ts";
import { createGatekeeper } from "./gatekeeper/gatekeeper.ts";
import type { Db } from "./kysely.ts";
import { POOL_MAX, SHARE_MIN, SHARE_WAITING_MAX, TX_WAIT_MS } from "./limits.ts";
import { APP_ROLE, createPool, RESTRICTED_ROLE } from "./pool.ts";
import {
  explainLogin,
  refuseLooseRole,
  refuseLooseTables,
  refusePowerfulLogin,
  refusePowerfulRole,
} from "./role-guard.ts";
import type { Restriction } from "./transaction.ts";
import { withConta } from "./transaction.ts";

/**
 * The database as one process uses it. A transaction must not contain network, file or hash work,
 * nor another transaction.
 */
export type Database = {
  /** Runs `fn` in one transaction of one conta; a second one inside it is refused. */
  withConta<T>(contaId: string, fn: (db: Db) => Promise<T>): Promise<T>;
  /** Gatekeeper queries: they need no conta. */
  gatekeeper: Gatekeeper;
  /** The same database for a user restricted to some empresas. */
  restrictTo(restriction: Restriction): Database;
  /** Connections of this process, and callers that wait for one. */
  pool(): { open: number; idle: number; waiting: number };
  /**
   * Checks again what row security depends on: roles, login, tables and grants. @throws
   * {StartRefusal} with what is wrong
   */
  checkRoles(): Promise<void>;
  close(): Promise<void>;
};

/** role: another name only in tests of the guard. */
export type DatabaseOptions = { log: Logger; poolMax?: number; role?: string };

/**
 * Opens the pool. Refuses a role that bypasses row security, and a login that has more rights than
 * the role.
 * @throws {StartRefusal} when role or login is too powerful, or the role is another one
 */
export async function openDatabase(
  config: Pick<Config, "databaseUrl">,
  { log, poolMax = POOL_MAX, role = APP_ROLE }: DatabaseOptions,
): Promise<Database> {
  const pool = createPool(config.databaseUrl, { max: poolMax, role }, log);
  try {
    await checkServer(pool, "DATABASE_APP_URL");
    await checkRoles(pool, role);
  } catch (error) {
    await pool.end();
    throw explainLogin(error);
  }
  const gatekeeper = createGatekeeper(pool);
  // One conta takes at most half of the connections: the others always find one.
  const share = createContaShare({
    max: Math.max(SHARE_MIN, Math.ceil(poolMax / 2)),
    waitMs: TX_WAIT_MS,
    waitingMax: SHARE_WAITING_MAX,
  });
  const scope = (restriction: Restriction | null): Database => ({
    withConta: (contaId, fn) => share(contaId, () => withConta(pool, { contaId, restriction }, fn)),
    gatekeeper,
    restrictTo: scope,
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    checkRoles: async () => {
      await checkRoles(pool, role);
      await refuseLooseTables(pool, role);
    },
    close: () => pool.end(),
  });
  return scope(null);
}

async function checkRoles(pool: pg.Pool, role: string): Promise<void> {
  await refusePowerfulRole(pool, role);
  await refusePowerfulLogin(pool, { app: role, restrito: RESTRICTED_ROLE });
  await refuseLooseRole(pool, { role: RESTRICTED_ROLE, of: role });
}
