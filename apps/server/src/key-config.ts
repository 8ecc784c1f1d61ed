import fs from "node:fs";
import path from "node:path";
import { StartRefusal } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The keys that seal secrets, 32 bytes each. chave: the first, which seals; previousKeys: the
 * others, which only open; lostKeys: ids of keys that the operator has lost for good.
 */
export type SealingKeys = { chave: Buffer; previousKeys: readonly Buffer[]; lostKeys: readonly string[] };

const KEY_BYTES = 32;
const ID = /^[0-9a-f]{8}$/;

/**
 * Reads MALOTE_KEY, or the file named by MALOTE_KEY_ARQUIVO: keys separated by commas or lines,
 * newest first.
 * @throws {StartRefusal} without a key, or with an invalid one
 */
export function readSealingKeys(env: Env, dataDir: string, isProduction: boolean): SealingKeys {
  const [key, ...previousKeys] = readText(env, dataDir, isProduction)
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(parseKey);
  if (key === undefined) {
    throw new StartRefusal(
      "Falta MALOTE_KEY: a chave que criptografa as senhas guardadas (32 bytes em base64).",
    );
  }
  return { chave: key, previousKeys, lostKeys: readLostKeys(env) };
}

/**
 * The text of MALOTE_KEY, set directly or in a file; "" = absent.
 * @throws {StartRefusal} when both are set, or the file is unreadable
 */
export function readGivenKeys(env: Env): string {
  const [direct, named] = [env.MALOTE_KEY, env.MALOTE_KEY_ARQUIVO];
  if (direct && named) throw new StartRefusal("Use MALOTE_KEY ou MALOTE_KEY_ARQUIVO, não as duas.");
  return named ? readNamed(named) : (direct ?? "");
}

function readText(env: Env, dataDir: string, isProduction: boolean): string {
  const given = readGivenKeys(env);
  // An empty file that is named explicitly does not fall back to the default file.
  if (given || env.MALOTE_KEY_ARQUIVO) return given;
  const file = path.join(dataDir, "chave.key");
  return isProduction || !fs.existsSync(file) ? "" : fs.readFileSync(file, "utf8");
}

/** An unreadable file is the operator's error, like a missing one. */
function readNamed(named: string): string {
  try {
    return fs.readFileSync(path.resolve(named), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const why = code === "ENOENT" ? "o arquivo não existe" : `não pude ler o arquivo (${code})`;
    throw new StartRefusal(`MALOTE_KEY_ARQUIVO=${named}: ${why}.`);
  }
}

function parseKey(text: string): Buffer {
  const key = Buffer.from(text, "base64");
  if (key.length === KEY_BYTES) return key;
  throw new StartRefusal(
    `MALOTE_KEY tem ${key.length} bytes: são precisos ${KEY_BYTES}, escritos em base64. Separe várias chaves por vírgulas.`,
  );
}

function readLostKeys(env: Env): string[] {
  const ids = (env.CHAVES_PERDIDAS ?? "").split(/[,\s]+/).filter(Boolean);
  const wrong = ids.find((id) => !ID.test(id));
  if (wrong === undefined) return ids;
  throw new StartRefusal(
    `CHAVES_PERDIDAS: ${wrong} não é o número de uma chave (8 caracteres, como npm run chave -- estado mostra).`,
  );
}
