import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { LOGIN } from "../postgres/cluster.mjs";
import { CommandError, codeOf } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";
import { keyFile, makeKey, readOrCreateSecret } from "./secret-files.mjs";

/** Settings of the operator, read once from the environment. is…Explicit: the variable is set.
 * @typedef {{ dataDir: string, host: string, port: number, isPortExplicit: boolean, sandbox: boolean,
 *   sandboxPort: number, isSandboxPortExplicit: boolean, feedPort: number | null,
 *   isFeedPortExplicit: boolean, workerPort: number | null, databaseUrl: string | null,
 *   appDatabaseUrl: string | null, key: string | null, backup: boolean, production: boolean }} Settings */

/** Reads .env at the root, if it exists; variables that are already set take precedence. */
export function loadEnvFile() {
  if (fs.existsSync(at(".env"))) process.loadEnvFile(at(".env"));
}

/** @param {string} variable @param {string | undefined} text @param {number} otherwise */
function readPort(variable, text, otherwise) {
  if (!text) return otherwise;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new CommandError(`${variable}=${text} não é uma porta: use um número de 0 a 65535.`);
}

/** Returns the key given directly or in a file.
 * @param {NodeJS.ProcessEnv} env @returns {string | null} @throws {CommandError} */
function readKey({ MALOTE_KEY: direct, MALOTE_KEY_ARQUIVO: named }) {
  if (direct && named) throw new CommandError("Use MALOTE_KEY ou MALOTE_KEY_ARQUIVO, não as duas.");
  if (!named) return direct || null;
  try {
    return fs.readFileSync(path.resolve(at(), named), "utf8").trim() || null;
  } catch (error) {
    throw new CommandError(`MALOTE_KEY_ARQUIVO=${named}: não pude ler o arquivo (${codeOf(error)}).`);
  }
}

/** The sandbox has a known password: it never runs in production, nor by default with an external database.
 * @param {{ asked: string | undefined, production: boolean, embedded: boolean }} facts */
export function wantsSandbox({ asked, production, embedded }) {
  if (asked === "1" && production) {
    throw new CommandError("O sandbox não abre com NODE_ENV=production: tire SANDBOX=1 ou NODE_ENV.");
  }
  if (asked === "1") return true;
  return embedded && !production && asked !== "0";
}

/** @param {NodeJS.ProcessEnv} env @returns {Settings} @throws {CommandError} */
export function readSettings(env) {
  const production = env.NODE_ENV === "production";
  const databaseUrl = env.DATABASE_URL || null;
  const sandbox = wantsSandbox({ asked: env.SANDBOX, production, embedded: databaseUrl === null });
  return {
    dataDir: path.resolve(at(), env.DATA_DIR || ".data"),
    host: env.HOST || "127.0.0.1",
    port: readPort("PORT", env.PORT, 3000),
    isPortExplicit: Boolean(env.PORT),
    sandbox,
    sandboxPort: readPort("SANDBOX_PORT", env.SANDBOX_PORT, 3900),
    isSandboxPortExplicit: Boolean(env.SANDBOX_PORT),
    // The demo has its own certificate for this port; otherwise the operator must provide one.
    feedPort: env.FEED_PORT || sandbox ? readPort("FEED_PORT", env.FEED_PORT, 3443) : null,
    isFeedPortExplicit: Boolean(env.FEED_PORT),
    workerPort: env.WORKER_PORT ? readPort("WORKER_PORT", env.WORKER_PORT, 0) : null,
    databaseUrl,
    appDatabaseUrl: env.DATABASE_APP_URL || null,
    key: readKey(env),
    // Without a destination there are no scheduled backups.
    backup: Boolean(env.BACKUP_DESTINO),
    production,
  };
}

/**
 * The two addresses of the operator's database: the owner's, only for setup, and the server login's.
 * @param {Settings} settings
 * @returns {{ ownerUrl: string, databaseUrl: string } | null} null: the embedded database is used
 * @throws {CommandError} when only one of them is set
 */
export function operatorDatabase({ databaseUrl, appDatabaseUrl }) {
  if (databaseUrl && appDatabaseUrl) return { ownerUrl: databaseUrl, databaseUrl: appDatabaseUrl };
  if (appDatabaseUrl) {
    throw new CommandError(
      "Falta DATABASE_URL: DATABASE_APP_URL é o usuário do servidor, e a preparação precisa do dono do banco.",
    );
  }
  if (!databaseUrl) return null;
  throw new CommandError(
    "Falta DATABASE_APP_URL: o servidor não entra mais no banco como o dono dele. Deixe DATABASE_URL como está (só a preparação a usa) e\n" +
      "acrescente o mesmo endereço com outro usuário e outra senha, que a preparação cria; se não puder, ela mostra os comandos:\n" +
      `DATABASE_APP_URL=${suggestAppUrl(databaseUrl)}`,
  );
}

/** @param {string} databaseUrl the owner's
 * @returns {string} the same database with the server's login and a new password */
function suggestAppUrl(databaseUrl) {
  const url = URL.canParse(databaseUrl)
    ? new URL(databaseUrl)
    : new URL("postgresql://127.0.0.1:5432/malote");
  url.username = LOGIN;
  url.password = randomBytes(24).toString("hex");
  return url.href;
}

/**
 * The key that encrypts mailbox passwords and certificates. It comes from the environment or, with the
 * embedded database, from the data folder.
 * @param {Settings} settings @throws {CommandError}
 */
export function sealingKey({ key, production, databaseUrl, dataDir }) {
  if (key) return key;
  if (production || databaseUrl) {
    const where = production ? "em produção" : "com DATABASE_URL";
    throw new CommandError(
      `Falta MALOTE_KEY: ${where} a chave que criptografa as senhas vem do ambiente (32 bytes em base64).\n` +
        `Gere uma e guarde-a fora do servidor: node -e "console.log(crypto.randomBytes(32).toString('base64'))"`,
    );
  }
  return readOrCreateSecret(keyFile(dataDir), {
    make: makeKey,
    lost:
      fs.existsSync(path.join(dataDir, "pg.senha")) &&
      "há um banco de dados, e sem a chave as senhas guardadas nele não podem mais ser abertas",
  });
}
