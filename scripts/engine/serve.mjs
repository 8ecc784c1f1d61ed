import fs from "node:fs";
import { createInterface } from "node:readline";
import { createAdapter } from "./adapter.mjs";
import { databaseName, quoted, runAsAdmin, tryToConnect } from "./admin.mjs";
import { loadEngine } from "./load-wasm.mjs";

/** @param {string[]} args @param {string} name @returns {string[]} the values of an option */
const optionsOf = (args, name) => args.flatMap((arg, i) => (arg === name ? [args[i + 1] ?? ""] : []));

const write = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);

/** @param {string} url */
const createDatabase = (url) => runAsAdmin(url, `CREATE DATABASE ${quoted(databaseName(url))}`);

const PRISMA_CODES = { "3D000": "P1003", ECONNREFUSED: "P1001", ENOTFOUND: "P1001" };

/** `cli <command>`: one-shot commands; a failure is one JSON line on stderr.
 * @param {string} command @param {string} url */
async function runCli(command, url) {
  try {
    if (command === "can-connect-to-database") await tryToConnect(url);
    else if (command === "create-database") await createDatabase(url);
    else if (command === "drop-database") {
      await runAsAdmin(url, `DROP DATABASE ${quoted(databaseName(url))} WITH (FORCE)`);
    } else throw new Error(`unsupported cli command ${command}`);
    return 0;
  } catch (error) {
    const fields = {
      message: error.message || String(error),
      error_code: PRISMA_CODES[error.code] ?? error.code ?? "P0000",
      is_panic: false,
    };
    const timestamp = new Date().toISOString();
    process.stderr.write(
      `\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", timestamp, fields })}\n`,
    );
    return 1;
  }
}

/** @param {string} url @param {() => Promise<any>} engine created by the first call that needs it */
function createMethods(url, engine) {
  return {
    async createDatabase() {
      await createDatabase(url).catch((error) => {
        if (error.code !== "42P04") throw error;
      });
      return { databaseName: databaseName(url) };
    },
    async getDatabaseVersion(params) {
      return (await engine()).version(params);
    },
    /** The CLI prints a diff only when it arrives as a separate message. */
    async diff(params, id) {
      const { exitCode, stdout } = await (await engine()).diff(params);
      if (stdout) write({ id: `p${id}`, method: "print", params: { content: stdout } });
      return { exitCode, stdout: null };
    },
  };
}

/** @param {unknown} error */
function rpcError(error) {
  const { message = String(error), code, error_code, meta = null } = /** @type {any} */ (error) ?? {};
  return {
    code: 4466,
    message: "An error happened. Check the data field for details.",
    data: { is_panic: false, message, error_code: code ?? error_code, meta },
  };
}

/** @param {string[]} args the arguments that the Prisma CLI passes to its engine */
export async function serve(args) {
  if (args.includes("--version")) return void console.log("schema-engine-wasm");
  const datasource = JSON.parse(optionsOf(args, "--datasource")[0] ?? "{}");
  datasource.url ??= process.env.DATABASE_URL;
  const cli = args.indexOf("cli");
  if (cli >= 0) process.exit(await runCli(args[cli + 1] ?? "", datasource.url));

  const datamodels = optionsOf(args, "--datamodels").map((file) => [file, fs.readFileSync(file, "utf8")]);
  let made;
  const engine = () => {
    made ??= loadEngine().then((SchemaEngine) =>
      SchemaEngine.new(
        { datamodels: datamodels.length ? datamodels : undefined },
        () => {},
        createAdapter(datasource),
      ),
    );
    return made;
  };
  const own = createMethods(datasource.url, engine);

  for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const { id, method, params } = JSON.parse(line);
    if (!method) continue;
    try {
      const result = own[method] ? await own[method](params, id) : await (await engine())[method](params);
      write({ id, result: result ?? {} });
    } catch (error) {
      write({ id, error: rpcError(error) });
    }
  }
  process.exit(0);
}
