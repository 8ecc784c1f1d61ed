import fs from "node:fs";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
} from "@prisma/driver-adapter-utils";
import { CommandError } from "../setup/log.mjs";
import { at, loadPg } from "../setup/root.mjs";

/** @typedef {import("@prisma/driver-adapter-utils").SqlDriverAdapter} SqlDriverAdapter */
/** @typedef {typeof import("@prisma/schema-engine-wasm").SchemaEngine} SchemaEngine */

const pg = loadPg();

const DRIVER = /** @type {const} */ ({ provider: "postgres", adapterName: "pg" });

/** PostgreSQL type OID → type of the engine; any other column is text.
 * @type {Record<number, import("@prisma/driver-adapter-utils").ColumnType>} */
const COLUMN_TYPES = {
  16: ColumnTypeEnum.Boolean,
  18: ColumnTypeEnum.Character,
  20: ColumnTypeEnum.Int64,
  21: ColumnTypeEnum.Int32,
  23: ColumnTypeEnum.Int32,
  26: ColumnTypeEnum.Int64,
  1009: ColumnTypeEnum.TextArray,
};

/** @param {unknown} error of a statement @returns {never} @throws {unknown} as the engine can report it */
function refuse(error) {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = "", severity = "", message, detail, column, hint } = error;
  throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
}

const unsupported = () => Promise.reject(new Error("the engine only runs scripts and reads the catalog"));

/** @param {import("pg").Client} client @returns {SqlDriverAdapter} */
const adapterOf = (client) => ({
  ...DRIVER,
  async queryRaw({ sql, args }) {
    const { fields, rows } = await client.query({ text: sql, values: args, rowMode: "array" }).catch(refuse);
    return {
      columnNames: fields.map(({ name }) => name),
      columnTypes: fields.map(({ dataTypeID }) => COLUMN_TYPES[dataTypeID] ?? ColumnTypeEnum.Text),
      rows,
    };
  },
  executeScript: async (script) => void (await client.query(script).catch(refuse)),
  executeRaw: unsupported,
  startTransaction: unsupported,
  getConnectionInfo: () => ({ schemaName: "public", supportsRelationJoins: true }),
  // The engine disposes of no shadow database: diffSchema closes the connection.
  dispose: async () => {},
});

/** @type {Promise<SchemaEngine> | undefined} */
let engineClass;

/** Instantiates the engine without Node's --experimental-wasm-modules; its glue code allows one instance.
 * @returns {Promise<SchemaEngine>} */
async function instantiate() {
  const glueUrl = import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const glue = await import(glueUrl);
  const bytes = fs.readFileSync(new URL("./schema_engine_bg.wasm", glueUrl));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": glue });
  const { __wbindgen_start: start } = instance.exports;
  glue.__wbg_set_wasm(instance.exports);
  if (typeof start === "function") start();
  return glue.SchemaEngine;
}

/** @param {string} baseDir @returns {import("@prisma/schema-engine-wasm").MigrationList} */
function readMigrations(baseDir) {
  const read = (/** @type {string[]} */ ...parts) => fs.readFileSync(at(baseDir, ...parts), "utf8");
  const folders = fs.readdirSync(at(baseDir), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return {
    baseDir: at(baseDir),
    lockfile: { path: "migration_lock.toml", content: read("migration_lock.toml") },
    shadowDbInitScript: "",
    migrationDirectories: folders.map(({ name }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok", value: read(name, "migration.sql") } },
    })),
  };
}

/**
 * Compares the migrations with the schema, with Prisma's schema engine in WebAssembly: its native one is not
 * on npm, and Prisma's CLI would download it.
 * @param {string} url an empty database, which receives the migrations
 * @param {{ migrations: string, schema: string, script: boolean }} sides paths; script: SQL, not a summary
 * @returns {Promise<string | null>} the differences, from the migrations to the schema; null: there are none
 */
export async function diffSchema(url, { migrations, schema, script }) {
  // @NOTE a panic leaves the engine's promise pending: without this registry the command ends with code 0
  const panicked = new Promise((_, reject) => {
    const registry = { set_message: (/** @type {string} */ message) => reject(new Error(message)) };
    Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry });
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const connect = async () => adapterOf(client);
    const factory = { ...DRIVER, connect, connectToShadowDb: connect };
    const files = [{ path: schema, content: fs.readFileSync(at(schema), "utf8") }];
    engineClass ??= instantiate();
    const SchemaEngine = await engineClass;
    const adapter = bindMigrationAwareSqlAdapterFactory(factory);
    const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, adapter);
    const diff = engine.diff({
      from: { tag: "migrations", ...readMigrations(migrations) },
      to: { tag: "schemaDatamodel", files },
      filters: { externalTables: [], externalEnums: [] },
      exitCode: true,
      script,
    });
    const { exitCode, stdout } = await Promise.race([diff, panicked]).catch((error) => {
      throw error.name === "SchemaConnectorError" ? new CommandError(error.message) : error;
    });
    return exitCode === 0 ? null : stdout;
  } finally {
    await client.end();
  }
}
