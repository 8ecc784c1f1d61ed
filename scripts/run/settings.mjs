import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { Halt } from "../setup/log.mjs";
import { at } from "../setup/root.mjs";
import { readOrCreateSecret } from "./secret.mjs";

const KEY_BYTES = 32;

/** What the person asked for, read once from the environment.
 * @typedef {{ dataDir: string, host: string, port: number, portInsisted: boolean, sandbox: boolean, sandboxPort: number,
 *   sandboxPortInsisted: boolean, feedPort: number | null, feedPortInsisted: boolean, databaseUrl: string | null, key: string | null, production: boolean }} Settings */

/** Reads .env at the root, when there is one; what is already in the environment wins. */
export function loadEnvFile() {
  if (fs.existsSync(at(".env"))) process.loadEnvFile(at(".env"));
}

/** @param {string} variable @param {string | undefined} text @param {number} otherwise */
function readPort(variable, text, otherwise) {
  if (!text) return otherwise;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port;
  throw new Halt(`${variable}=${text} não é uma porta: use um número de 0 a 65535.`);
}

/** The sandbox has a known password: never in production, never beside a database that may hold real data.
 * @param {{ asked: string | undefined, production: boolean, embedded: boolean }} facts */
export function wantsSandbox({ asked, production, embedded }) {
  if (asked === "1" && production) {
    throw new Halt("O sandbox não abre com NODE_ENV=production: tire SANDBOX=1 ou NODE_ENV.");
  }
  if (asked === "1") return true;
  return embedded && !production && asked !== "0";
}

/** @param {NodeJS.ProcessEnv} env @returns {Settings} @throws {Halt} */
export function readSettings(env) {
  const production = env.NODE_ENV === "production";
  const databaseUrl = env.DATABASE_URL || null;
  const sandbox = wantsSandbox({ asked: env.SANDBOX, production, embedded: databaseUrl === null });
  return {
    dataDir: path.resolve(at(), env.DATA_DIR || ".data"),
    host: env.HOST || "127.0.0.1",
    port: readPort("PORT", env.PORT, 3000),
    portInsisted: Boolean(env.PORT),
    sandbox,
    sandboxPort: readPort("SANDBOX_PORT", env.SANDBOX_PORT, 3900),
    sandboxPortInsisted: Boolean(env.SANDBOX_PORT),
    // The demonstration has a certificate for it; the real thing needs the operator's.
    feedPort: env.FEED_PORT || sandbox ? readPort("FEED_PORT", env.FEED_PORT, 3443) : null,
    feedPortInsisted: Boolean(env.FEED_PORT),
    databaseUrl,
    key: env.MALOTE_KEY || null,
    production,
  };
}

/**
 * The key that seals mailbox passwords and certificates: from the environment or, with the embedded database
 * of one machine, from the data folder.
 * @param {Settings} settings @throws {Halt}
 */
export function sealingKey({ key, production, databaseUrl, dataDir }) {
  if (key) return key;
  if (production || databaseUrl) {
    const where = production ? "em produção" : "com DATABASE_URL";
    throw new Halt(
      `Falta MALOTE_KEY: ${where} a chave que sela as senhas vem do ambiente (32 bytes em base64).\n` +
        `Gere uma e guarde-a fora do servidor: node -e "console.log(crypto.randomBytes(${KEY_BYTES}).toString('base64'))"`,
    );
  }
  return readOrCreateSecret(path.join(dataDir, "chave.key"), {
    make: () => randomBytes(KEY_BYTES).toString("base64"),
    lost:
      fs.existsSync(path.join(dataDir, "pg.senha")) &&
      "há um banco de dados, e sem a chave as senhas guardadas nele não se abrem mais",
  });
}
