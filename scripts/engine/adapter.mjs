import { randomUUID } from "node:crypto";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { serverPackage } from "../setup/server-package.mjs";
import { plainUrl, quoted, runAsAdmin, siblingUrl } from "./admin.mjs";

const { default: pg } = await serverPackage("pg");
const { PrismaPg } = await serverPackage("@prisma/adapter-pg");

const OID_CHAR = 18;
const OID_TEXT = 25;

/**
 * @NOTE introspection reads columns of pg_catalog's type "char" (OID 18), which the adapter cannot map
 * (prisma/orm#27403). They are read as text and reported as Character: any other type makes the engine panic.
 * @type {Map<string, Set<number>>} SQL → positions of its "char" columns
 */
const charColumns = new Map();

function markChars(sql, result) {
  for (const [position, field] of (result?.fields ?? []).entries()) {
    if (field.dataTypeID !== OID_CHAR) continue;
    field.dataTypeID = OID_TEXT;
    charColumns.set(sql, (charColumns.get(sql) ?? new Set()).add(position));
  }
  return result;
}

class MarkingClient extends pg.Client {
  query(...args) {
    const sql = args[0]?.text ?? args[0];
    const callback = args.at(-1);
    if (typeof callback === "function") {
      args[args.length - 1] = (error, result) => callback(error, markChars(sql, result));
    }
    const answer = super.query(...args);
    return typeof answer?.then === "function" ? answer.then((result) => markChars(sql, result)) : answer;
  }
}

/** Makes an adapter report "char" columns as Character, inside transactions too. */
function withChars(queryable) {
  const queryRaw = queryable.queryRaw.bind(queryable);
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const position of charColumns.get(query.sql) ?? []) {
      result.columnTypes[position] = ColumnTypeEnum.Character;
    }
    return result;
  };
  const start = queryable.startTransaction?.bind(queryable);
  if (start) queryable.startTransaction = async (isolation) => withChars(await start(isolation));
  return queryable;
}

class EngineAdapter extends PrismaPg {
  #datasource;
  #pool;

  /** @param {{ url: string, shadowDatabaseUrl?: string }} datasource
   * @param {string} [at] address of another database on the same server */
  constructor(datasource, at = datasource.url) {
    const pool = new pg.Pool({ connectionString: plainUrl(at), Client: MarkingClient, max: 2 });
    const schema = new URL(datasource.url).searchParams.get("schema") ?? "public";
    super(pool, { schema, disposeExternalPool: true });
    this.#datasource = datasource;
    this.#pool = pool;
  }

  async connect() {
    const adapter = withChars(await super.connect());
    // @NOTE the adapter splits a script at every ";", even inside $$ … $$: send it whole
    adapter.executeScript = async (script) => void (await this.#pool.query(script));
    return adapter;
  }

  /** Creates a shadow database for one command, on the same server, as the native engine does. */
  async connectToShadowDb() {
    const { url, shadowDatabaseUrl } = this.#datasource;
    if (shadowDatabaseUrl) return new EngineAdapter(this.#datasource, shadowDatabaseUrl).connect();
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await runAsAdmin(url, `CREATE DATABASE ${quoted(name)} TEMPLATE template0`);
    const shadow = await new EngineAdapter(this.#datasource, siblingUrl(url, name)).connect();
    const dispose = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await dispose();
      await runAsAdmin(url, `DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    };
    return shadow;
  }
}

/** @param {{ url: string, shadowDatabaseUrl?: string }} datasource */
export const createAdapter = (datasource) =>
  bindMigrationAwareSqlAdapterFactory(/** @type {any} */ (new EngineAdapter(datasource)));
