// `npm run db:generate | db:migrate | db:drift`: runs the Prisma CLI offline, on its own database.

import { startPostgres } from "./postgres/server.mjs";
import { openTestDatabase } from "./postgres/test-database.mjs";
import { runCommand } from "./run/command.mjs";
import { loadEnvFile, readSettings } from "./run/settings.mjs";
import { prismaEnv } from "./setup/build.mjs";
import { install } from "./setup/install.mjs";
import { CommandError, reportProgress } from "./setup/log.mjs";
import { tool } from "./setup/root.mjs";
import { runNode } from "./setup/run-tool.mjs";

/** @param {string[]} args @param {string} [url] */
function prisma(args, url) {
  const env = prismaEnv(url ? { DATABASE_URL: url } : {});
  return runNode(`prisma ${args[0]}`, [tool("prisma", "build", "index.js"), ...args], { env, show: true });
}

/** Fails when the migrations, applied to an empty database, do not give prisma/schema.prisma. */
async function drift(cleanup) {
  const { url } = await openTestDatabase(cleanup);
  const sides = ["--from-migrations", "prisma/migrations", "--to-schema", "prisma/schema.prisma"];
  await prisma(["migrate", "diff", ...sides, "--exit-code"], url).catch((error) => {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError("As migrações não levam ao que prisma/schema.prisma descreve (diferenças acima).");
  });
  reportProgress("migrações e schema.prisma dizem o mesmo");
}

/** The developer's database: DATABASE_URL, or the embedded one, which is started if needed. */
async function ownDatabase(cleanup) {
  const { databaseUrl, dataDir } = readSettings(process.env);
  if (databaseUrl) return databaseUrl;
  const postgres = await startPostgres({ dataDir, quiet: true });
  if (!postgres.adopted) cleanup.defer(postgres.stop);
  return postgres.url;
}

async function run(cleanup) {
  const [command = "", ...rest] = process.argv.slice(2);
  loadEnvFile();
  await install();
  if (command === "drift") await drift(cleanup);
  else if (command === "generate") await prisma(["generate", ...rest]);
  else await prisma([command, ...rest], await ownDatabase(cleanup));
  return 0;
}

await runCommand(run);
