import fs from "node:fs";
import { startPostgres } from "../postgres/server.mjs";
import { buildServer, generateClient } from "../setup/build.mjs";
import { install } from "../setup/install.mjs";
import { runSetup, sandboxFile, serverEnv } from "./services.mjs";
import { operatorDatabase, sealingKey } from "./settings.mjs";

/** The operator's database, or the embedded one, running or not. @param {import("./settings.mjs").Settings} settings @param {any} closing */
async function openDatabase(settings, closing) {
  const own = operatorDatabase(settings);
  if (own) return { ...own, started: false };
  const postgres = await startPostgres({ dataDir: settings.dataDir, quiet: true });
  if (!postgres.adopted) closing.later(postgres.stop);
  return { ownerUrl: postgres.url, databaseUrl: postgres.appUrl, started: !postgres.adopted };
}

/**
 * What a command of the operator stands on, beside a running Malote or alone; a new database is set up.
 * @param {any} closing @param {import("./settings.mjs").Settings} settings
 * @returns {Promise<NodeJS.ProcessEnv>} the environment of the server's command
 */
export async function openCommand(closing, settings) {
  await install();
  const key = sealingKey(settings);
  await generateClient();
  await buildServer();
  const { started, ...urls } = await openDatabase(settings, closing);
  const beside = settings.sandbox && fs.existsSync(sandboxFile(settings.dataDir));
  const facts = { ...urls, key, port: settings.port, feedPort: null };
  const env = serverEnv(settings, { ...facts, sandboxPort: beside ? settings.sandboxPort : null });
  if (started) await runSetup(serverEnv(settings, { ...facts, sandboxPort: null }), urls.ownerUrl);
  return env;
}
