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
 * MALOTE_KEY: one key or several, separated by commas, the newest first.
 * @throws {StartRefusal} without a key, or with one that is none
 */
export function readChaves(env: Env, dataDir: string, producao: boolean): Chaves {
  const file = path.join(dataDir, "chave.key");
  const text = env.MALOTE_KEY || (producao || !fs.existsSync(file) ? "" : fs.readFileSync(file, "utf8"));
  const [chave, ...chavesAntigas] = text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map(readChave);
  if (chave === undefined) {
    throw new StartRefusal("Falta MALOTE_KEY: a chave que sela as senhas guardadas (32 bytes em base64).");
  }
  return { chave, chavesAntigas, chavesPerdidas: readPerdidas(env) };
}

function readChave(text: string): Buffer {
  const chave = Buffer.from(text, "base64");
  if (chave.length === KEY_BYTES) return chave;
  throw new StartRefusal(
    `MALOTE_KEY tem ${chave.length} bytes: são precisos ${KEY_BYTES}, escritos em base64. Várias chaves separam-se por vírgulas.`,
  );
}

function readPerdidas(env: Env): string[] {
  const ids = (env.CHAVES_PERDIDAS ?? "").split(/[,\s]+/).filter(Boolean);
  const wrong = ids.find((id) => !ID.test(id));
  if (wrong === undefined) return ids;
  throw new StartRefusal(
    `CHAVES_PERDIDAS: ${wrong} não é o número de uma chave (8 sinais, como npm run chave -- estado os mostra).`,
  );
}
