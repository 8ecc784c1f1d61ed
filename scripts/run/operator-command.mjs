import fs from "node:fs";
import { isEmbeddedRunning, startPostgres } from "../postgres/server.mjs";
import { buildServer, generateClient } from "../setup/build.mjs";
import { install } from "../setup/install.mjs";
import { CommandError } from "../setup/log.mjs";
import { runSetup, sandboxFile, serverEnv } from "./services.mjs";
import { operatorDatabase, sealingKey } from "./settings.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/** A command of the operator. args: its verb, and the arguments of the verb.
 * @typedef {{ cleanup: import("./cleanup.mjs").CleanupSteps, settings: Settings, args: string[] }} Request */

/** The operator's database, or the embedded one, which is started if needed.
 * @param {Pick<Request, "cleanup" | "settings">} request */
export async function openDatabase({ cleanup, settings }) {
  const own = operatorDatabase(settings);
  if (own) return { ...own, started: false };
  const postgres = await startPostgres({ dataDir: settings.dataDir, quiet: true });
  if (!postgres.adopted) cleanup.defer(postgres.stop);
  return { ownerUrl: postgres.url, databaseUrl: postgres.appUrl, started: !postgres.adopted };
}

/**
 * Refuses a DATA_DIR that does not exist: it is a typing error, not a request for a new database.
 * @param {Settings} settings @throws {CommandError}
 */
function requireDataDir({ databaseUrl, dataDir }) {
  if (databaseUrl || fs.existsSync(dataDir)) return;
  throw new CommandError(
    `A pasta de dados ${dataDir} não existe: corrija DATA_DIR ou, se é uma instalação nova, rode npm start uma vez.`,
  );
}

/**
 * Prepares what an operator's command needs, whether Malote is running or not. Sets up a new database.
 * @param {Request} request
 * @returns {Promise<NodeJS.ProcessEnv>} the environment of the server's command
 */
export async function openCommand({ cleanup, settings }) {
  await install();
  requireDataDir(settings);
  const key = sealingKey(settings);
  await generateClient();
  await buildServer();
  const { started, ...urls } = await openDatabase({ cleanup, settings });
  const isSandboxRunning = settings.sandbox && fs.existsSync(sandboxFile(settings.dataDir));
  const facts = { ...urls, key, port: settings.port, feedPort: null };
  const env = serverEnv(settings, { ...facts, sandboxPort: isSandboxRunning ? settings.sandboxPort : null });
  if (started) await runSetup(serverEnv(settings, { ...facts, sandboxPort: null }), urls.ownerUrl);
  return env;
}

/**
 * The embedded database, if it is already running: a verification records its result there.
 * @param {Settings} settings @returns {Promise<NodeJS.ProcessEnv>}
 */
async function runningDatabase({ dataDir, databaseUrl }) {
  if (databaseUrl || !isEmbeddedRunning(dataDir)) return {};
  const { url, appUrl } = await startPostgres({ dataDir, quiet: true });
  return { DATABASE_URL: url, DATABASE_APP_URL: appUrl };
}

/** Verbs of `backup` that need a database that is set up. */
const DATABASE_VERBS = new Set(["criar", "podar", "manter"]);

/**
 * Prepares what the backup command needs: the database owner's address. A restore needs an empty embedded
 * database and no key of this machine; verifying and listing need no database.
 * @param {Request} request @returns {Promise<NodeJS.ProcessEnv>}
 */
export async function openBackupCommand({ cleanup, settings, args: [verb = ""] }) {
  await install();
  fs.mkdirSync(settings.dataDir, { recursive: true });
  const needsDatabase = DATABASE_VERBS.has(verb);
  const key = needsDatabase ? sealingKey(settings) : settings.key;
  await generateClient();
  await buildServer();
  // Only the http process listens on this port and needs its certificate.
  const { FEED_PORT: _feed, ...own } = process.env;
  /** @type {NodeJS.ProcessEnv} */
  const inherited = { ...own, DATA_DIR: settings.dataDir };
  if (verb === "conferir") return { ...inherited, ...(await runningDatabase(settings)) };
  if (!needsDatabase && verb !== "restaurar") return inherited;
  const { started, ...urls } = await openDatabase({ cleanup, settings });
  const { MALOTE_KEY_ARQUIVO: named, ...others } = inherited;
  const env = {
    // The key was already read; a restore reports itself where it looked for one.
    ...(key === null && named ? inherited : others),
    DATABASE_URL: urls.ownerUrl,
    DATABASE_APP_URL: urls.databaseUrl,
    ...(key === null ? {} : { MALOTE_KEY: key }),
  };
  if (started && needsDatabase) await runSetup({ ...env, SANDBOX: "0" }, urls.ownerUrl);
  return env;
}
