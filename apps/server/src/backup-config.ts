import fs from "node:fs";
import path from "node:path";
import { MINUTE_MS } from "@malote/syntax";
import { parseRetention, RETENTION_DEFAULT, type Retention } from "./backup/retention.ts";
import { isRecipient } from "./backup/seal/key-file.ts";
import { readIdentities, type SealKeys } from "./backup/seal/open-seal.ts";
import { SealError } from "./backup/seal/seal.ts";
import { StartRefusal } from "./errors.ts";

/** A bucket and its credentials. endpoint: null = AWS. */
export type S3Place = {
  kind: "s3";
  bucket: string;
  /** Ends with "/", or is empty. */
  prefix: string;
  endpoint: string | null;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
};

/** Where backups are kept. folder: absolute path. */
export type BackupPlace = { kind: "folder"; folder: string } | S3Place;

/** Settings of the backup commands and of the keeper process. */
export type BackupConfig = {
  /** Null: not configured; the commands then take it as an argument. */
  place: BackupPlace | null;
  keys: SealKeys;
  everyMs: number;
  retention: Retention;
};

type Env = Readonly<Record<string, string | undefined>>;

const EVERY_MIN = { otherwise: 5, min: 1, max: 1_440 };
const PASSPHRASE_MIN = 12;
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9._=-]*(\/[A-Za-z0-9][A-Za-z0-9._=-]*)*$/;

/**
 * Reads the backup settings. Only the backup commands and the keeper call it: the other processes
 * never hold these secrets.
 * @throws {StartRefusal} with a sentence for the operator
 */
export async function readBackupConfig(env: Env, dataDir: string): Promise<BackupConfig> {
  return {
    place: env.BACKUP_DESTINO ? readPlace(env, env.BACKUP_DESTINO) : null,
    keys: await readSealKeys(env, dataDir),
    everyMs: readEvery(env) * MINUTE_MS,
    retention: readRetention(env),
  };
}

/**
 * @param destino a folder, or s3://bucket/prefix
 * @throws {StartRefusal} with a sentence for the operator
 */
export function readPlace(env: Env, destino: string): BackupPlace {
  if (!/^[a-z0-9+.-]+:\/\//i.test(destino)) return { kind: "folder", folder: path.resolve(destino) };
  const [, bucket = "", prefix = ""] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(destino) ?? [];
  if (!BUCKET.test(bucket) || (prefix !== "" && !PREFIX.test(prefix))) {
    throw new StartRefusal(
      `O destino do backup é uma pasta ou s3://bucket/prefixo, não ${withoutSecret(destino)}.`,
    );
  }
  const [accessKeyId, secretAccessKey] = [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY];
  if (!accessKeyId || !secretAccessKey) {
    throw new StartRefusal("Um backup em s3:// precisa de AWS_ACCESS_KEY_ID e AWS_SECRET_ACCESS_KEY.");
  }
  return {
    kind: "s3",
    bucket,
    prefix: prefix === "" ? "" : `${prefix}/`,
    endpoint: readEndpoint(env),
    region: env.AWS_REGION || "us-east-1",
    credentials: { accessKeyId, secretAccessKey },
  };
}

/** The name of the place in the log, on the screen and in the database, without secrets. */
export function describePlace(place: BackupPlace): string {
  return place.kind === "folder" ? place.folder : `s3://${place.bucket}/${place.prefix}`.replace(/\/$/, "");
}

/** An address may contain a password. */
function withoutSecret(destino: string): string {
  return destino.replace(/\/\/[^/]*@/, "//…@");
}

function readEndpoint(env: Env): string | null {
  const text = env.S3_ENDPOINT?.trim();
  if (!text) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url?.username === "" && url.password === "" && url.search === "";
  if (isPlain && /^https?:$/.test(url.protocol)) return text.replace(/\/+$/, "");
  throw new StartRefusal(
    "S3_ENDPOINT é o endereço http(s) do servidor S3, sem usuário nem senha: https://s3.exemplo.com.br.",
  );
}

async function readSealKeys(env: Env, dataDir: string): Promise<SealKeys> {
  const recipients = (env.BACKUP_AGE ?? "").split(/[\s,]+/).filter(Boolean);
  for (const [i, recipient] of recipients.entries()) {
    if (await isRecipient(recipient)) continue;
    // Not shown: it may be a secret key by mistake.
    throw new StartRefusal(`BACKUP_AGE: a ${i + 1}ª chave não é uma chave pública de age (age1…).`);
  }
  return {
    passphrase: readPassphrase(env),
    recipients,
    identities: env.BACKUP_AGE_CHAVE ? await readIdentityFile(env.BACKUP_AGE_CHAVE) : [],
    cacheFolder: path.join(dataDir, "backup", "chaves"),
  };
}

function readPassphrase(env: Env): string | null {
  const [direct, file] = [env.BACKUP_SENHA, env.BACKUP_SENHA_ARQUIVO];
  if (direct && file) {
    throw new StartRefusal("Use BACKUP_SENHA ou BACKUP_SENHA_ARQUIVO, não as duas.");
  }
  const text = file ? readFile("BACKUP_SENHA_ARQUIVO", file).replace(/\r?\n$/, "") : direct;
  if (!text) {
    if (file) throw new StartRefusal(`BACKUP_SENHA_ARQUIVO=${file}: o arquivo está vazio.`);
    return null;
  }
  if (text.length >= PASSPHRASE_MIN) return text;
  throw new StartRefusal(`A senha do backup deve ter ao menos ${PASSPHRASE_MIN} caracteres.`);
}

async function readIdentityFile(file: string): Promise<string[]> {
  try {
    return await readIdentities(readFile("BACKUP_AGE_CHAVE", file));
  } catch (error) {
    if (error instanceof SealError) throw new StartRefusal(error.message);
    throw error;
  }
}

function readFile(name: string, place: string): string {
  const file = path.resolve(place);
  if (fs.statSync(file, { throwIfNoEntry: false })?.isFile()) return fs.readFileSync(file, "utf8");
  throw new StartRefusal(`${name}=${place}: o arquivo não existe.`);
}

function readEvery(env: Env): number {
  const text = env.BACKUP_A_CADA_MIN;
  if (!text) return EVERY_MIN.otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= EVERY_MIN.min && value <= EVERY_MIN.max) return value;
  throw new StartRefusal(
    `BACKUP_A_CADA_MIN=${text} não serve: use um número inteiro de ${EVERY_MIN.min} a ${EVERY_MIN.max}.`,
  );
}

function readRetention(env: Env): Retention {
  const text = env.BACKUP_GUARDA || RETENTION_DEFAULT;
  const retention = parseRetention(text);
  if (retention !== null) return retention;
  throw new StartRefusal(
    `BACKUP_GUARDA=${text} não serve: informe quantas horas, dias, semanas e meses, como "${RETENTION_DEFAULT}".`,
  );
}
