// `npm run db:generate | db:drift`: Prisma without a network.
// `npm run db:migrate -- --name NAME`: writes the migration that brings the tables to prisma/schema.prisma,
// and prepares the developer's database as `npm start` does. With --create-only it only writes.
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { openDatabase } from "./run/operator-command.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { prismaEnv } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, reportProgress } from "./setup/log.mjs";
import { at, tool } from "./setup/root.mjs";
import { runNode } from "./setup/run-tool.mjs";

/** @typedef {import("./run/cleanup.mjs").Cleanup} Cleanup */

const MIGRATIONS = "prisma/migrations";

/** @param {Cleanup} _cleanup @param {string[]} args */
const generate = (_cleanup, args) =>
  runNode("prisma generate", [tool("prisma", "build", "index.js"), "generate", ...args], {
    env: prismaEnv(),
    show: true,
  });

/** @param {Cleanup} cleanup @param {{ script: boolean }} format see diffSchema */
async function diff(cleanup, { script }) {
  const { url } = await openTestDatabase(cleanup);
  const { diffSchema } = await import("./postgres/schema-engine.mjs");
  return diffSchema(url, { migrations: MIGRATIONS, schema: "prisma/schema.prisma", script });
}

/** Fails when the migrations, applied to an empty database, do not give prisma/schema.prisma.
 * @param {Cleanup} cleanup */
async function drift(cleanup) {
  const differences = await diff(cleanup, { script: false });
  if (differences !== null) {
    console.log(differences);
    throw new CommandError("As migrações não levam ao que prisma/schema.prisma descreve (diferenças acima).");
  }
  reportProgress("migrações e schema.prisma dizem o mesmo");
}

/** @param {string} name @param {string} sql */
function writeMigration(name, sql) {
  const known = fs.readdirSync(at(MIGRATIONS)).map((folder) => Number(/^\d{14}/.exec(folder)?.[0] ?? 0));
  const now = Number(new Date().toISOString().replaceAll(/\D/g, "").slice(0, 14));
  // Migrations are applied in order of name: the new one comes last, whatever the clock is.
  const moment = Math.max(now, ...known.map((earlier) => earlier + 1));
  const file = path.join(MIGRATIONS, `${moment}_${name}`, "migration.sql");
  fs.mkdirSync(path.dirname(at(file)));
  fs.writeFileSync(at(file), sql);
  reportProgress(`migração escrita: ${file}`);
}

/** Applies the migrations to the developer's database: DATABASE_URL, or the embedded one.
 * @param {Cleanup} cleanup */
async function prepareDatabase(cleanup) {
  const { ownerUrl, databaseUrl } = await openDatabase({ cleanup, settings: readSettings(process.env) });
  const { tsImport } = await import("tsx/esm/api");
  /** @type {typeof import("../apps/server/src/setup/run-setup.ts")} */
  const { runSetup } = await tsImport("../apps/server/src/setup/run-setup.ts", import.meta.url);
  const { lines } = await runSetup({ ownerUrl, databaseUrl }).catch((error) => {
    throw error.name === "StartRefusal" ? new CommandError(error.message) : error;
  });
  for (const line of lines) reportProgress(line);
}

/** @param {Cleanup} cleanup @param {string[]} args */
async function migrate(cleanup, args) {
  const { values } = parseArgs({
    args,
    options: { name: { type: "string", short: "n" }, "create-only": { type: "boolean" } },
  });
  const { name = "" } = values;
  const sql = await diff(cleanup, { script: true });
  if (sql === null) reportProgress("migrações e schema.prisma dizem o mesmo");
  else if (/^[a-z0-9_]+$/.test(name)) writeMigration(name, sql);
  else throw new CommandError("Dê um nome à migração: npm run db:migrate -- --name o_que_muda");
  if (!values["create-only"]) await prepareDatabase(cleanup);
}

/** @type {Record<string, (cleanup: Cleanup, args: string[]) => Promise<unknown>>} */
const COMMANDS = { generate, drift, migrate };

/** @param {Cleanup} cleanup */
async function run(cleanup) {
  const [command = "", ...args] = process.argv.slice(2);
  const work = COMMANDS[command];
  if (!work) throw new CommandError(`Use: node scripts/prisma.mjs ${Object.keys(COMMANDS).join(" | ")}`);
  loadEnvFile();
  await install();
  await work(cleanup, args);
  return 0;
}

await runCommand(run);
