import fs from "node:fs";
import path from "node:path";
import { StartRefusal } from "./errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The keys that seal secrets, 32 bytes each. chave: the first one written, which seals; chavesAntigas: the others, which only open;
 * chavesPerdidas: ids of keys that the operator has lost for good.
 */
export type Chaves = { chave: Buffer; chavesAntigas: readonly Buffer[]; chavesPerdidas: readonly string[] };

const KEY_BYTES = 32;
const ID = /^[0-9a-f]{8}$/;

/**
 * MALOTE_KEY, or the file that MALOTE_KEY_ARQUIVO names: one key or several, separated by commas or lines, the newest first.
 * @throws {StartRefusal} without a key, or with one that is none
 */
export function readChaves(env: Env, dataDir: string, producao: boolean): Chaves {
  const [chave, ...chavesAntigas] = readText(env, dataDir, producao)
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(readChave);
  if (chave === undefined) {
    throw new StartRefusal(
      "Falta MALOTE_KEY: a chave que criptografa as senhas guardadas (32 bytes em base64).",
    );
  }
  return { chave, chavesAntigas, chavesPerdidas: readPerdidas(env) };
}

/** What the operator gave as MALOTE_KEY, directly or in a file; "" = nothing. @throws {StartRefusal} when both, or the file cannot be read */
export function readGivenKeys(env: Env): string {
  const [direct, named] = [env.MALOTE_KEY, env.MALOTE_KEY_ARQUIVO];
  if (direct && named) throw new StartRefusal("Use MALOTE_KEY ou MALOTE_KEY_ARQUIVO, não as duas.");
  return named ? readNamed(named) : (direct ?? "");
}

function readText(env: Env, dataDir: string, producao: boolean): string {
  const given = readGivenKeys(env);
  // A file that is named and empty is no reason to look elsewhere.
  if (given || env.MALOTE_KEY_ARQUIVO) return given;
  const file = path.join(dataDir, "chave.key");
  return producao || !fs.existsSync(file) ? "" : fs.readFileSync(file, "utf8");
}

/** A file that its reader may not open is the operator's to mend, like one that is not there. */
function readNamed(named: string): string {
  try {
    return fs.readFileSync(path.resolve(named), "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    const why = code === "ENOENT" ? "o arquivo não existe" : `não pude ler o arquivo (${code})`;
    throw new StartRefusal(`MALOTE_KEY_ARQUIVO=${named}: ${why}.`);
  }
}

function readChave(text: string): Buffer {
  const chave = Buffer.from(text, "base64");
  if (chave.length === KEY_BYTES) return chave;
  throw new StartRefusal(
    `MALOTE_KEY tem ${chave.length} bytes: são precisos ${KEY_BYTES}, escritos em base64. Separe várias chaves por vírgulas.`,
  );
}

function readPerdidas(env: Env): string[] {
  const ids = (env.CHAVES_PERDIDAS ?? "").split(/[,\s]+/).filter(Boolean);
  const wrong = ids.find((id) => !ID.test(id));
  if (wrong === undefined) return ids;
  throw new StartRefusal(
    `CHAVES_PERDIDAS: ${wrong} não é o número de uma chave (8 caracteres, como npm run chave -- estado mostra).`,
  );
}
