import { randomBytes } from "node:crypto";
import { v7 } from "uuid";
import type { BackupStore } from "../store/backup-store.ts";
import { type CachedKey, createKeyCache } from "./key-cache.ts";
import { isIdentity, type KeyOpener, type KeyProtection, openKeyFile, sealKeyFile } from "./key-file.ts";
import { createSeal, type DataKey, type Seal, SealError } from "./seal.ts";

/** Prefix of the repository's data keys; each is an age file. */
export const KEYS_PREFIX = "chaves/";
const KEY_FILE = /^chaves\/([0-9a-f-]{36})\.age$/;
const KEY_BYTES = 32;

/**
 * Keys from the operator. If there are recipients, they seal
 * new data keys, and a passphrase only opens old ones.
 */
export type SealKeys = {
  passphrase: string | null;
  /** Public keys of age. */
  recipients: readonly string[];
  /** Secret keys of age. */
  identities: readonly string[];
  /** This machine's folder for data keys that it sealed for recipients. */
  cacheFolder: string;
  /** scrypt work factor of a new passphrase, as a power of two; absent = age's default. */
  logN?: number;
};

/** gravar: use the single current key, creating it if absent. ler: use every key that opens. */
export type SealPurpose = "gravar" | "ler";

type KeyFiles = ReadonlyMap<string, string>;

/**
 * Opens the data keys of a repository, or creates its first one.
 * @throws {SealError} "sem-chave" when the operator's keys do not open it
 */
export async function openSeal(store: BackupStore, keys: SealKeys, purpose: SealPurpose): Promise<Seal> {
  const files = await listKeyFiles(store);
  const opened = await openKeyFiles(store, keys, files);
  if (purpose === "gravar") return createSeal([await findSealingKey(store, keys, { files, opened })]);
  if (opened.length > 0) return createSeal(opened);
  throw new SealError("sem-chave", explainClosed(keys, files));
}

async function listKeyFiles(store: BackupStore): Promise<KeyFiles> {
  const files = new Map<string, string>();
  for await (const { key } of store.list(KEYS_PREFIX)) {
    const id = KEY_FILE.exec(key)?.[1];
    if (id !== undefined) files.set(id, key);
  }
  return files;
}

async function openKeyFiles(store: BackupStore, keys: SealKeys, files: KeyFiles): Promise<CachedKey[]> {
  const cache = createKeyCache(keys.cacheFolder);
  const opened: CachedKey[] = [];
  for (const [id, file] of files) {
    const cached = keys.recipients.length > 0 ? await cache.read(id) : null;
    const key = cached ?? (await tryOpenKeyFile(await store.get(file), keys));
    if (key !== null && key.id === id) opened.push({ recipients: [], ...key });
  }
  return opened;
}

async function tryOpenKeyFile(bytes: Buffer | null, keys: SealKeys): Promise<DataKey | null> {
  if (bytes === null) return null;
  for (const opener of openersOf(keys)) {
    const key = await openKeyFile(bytes, opener);
    if (key !== null) return key;
  }
  return null;
}

function openersOf({ identities, passphrase }: SealKeys): KeyOpener[] {
  return [
    ...(identities.length > 0 ? [{ identities }] : []),
    ...(passphrase === null ? [] : [{ passphrase }]),
  ];
}

type Found = { files: KeyFiles; opened: readonly CachedKey[] };

/**
 * Finds the current sealing key, or creates it. Older keys are left out: a new backup must not reuse
 * objects sealed with them, because a reader who has only the current key could not open it.
 */
async function findSealingKey(
  store: BackupStore,
  keys: SealKeys,
  { files, opened }: Found,
): Promise<DataKey> {
  const newest = opened.reduce<CachedKey | null>((a, b) => (a === null || b.id > a.id ? b : a), null);
  if (keys.recipients.length > 0) return await findRecipientsKey(store, keys, newest);
  if (keys.passphrase === null) throw new SealError("sem-chave", NO_SECRET);
  if (newest !== null) return newest;
  // A wrong passphrase must not start a second repository inside the first.
  if (files.size > 0) throw new SealError("sem-chave", explainClosed(keys, files));
  const { passphrase, logN } = keys;
  return await createKey(store, logN === undefined ? { passphrase } : { passphrase, logN });
}

/**
 * Returns the newest key if it is sealed for exactly these recipients, else a new key: a removed recipient
 * opens no new backup.
 */
async function findRecipientsKey(
  store: BackupStore,
  keys: SealKeys,
  newest: CachedKey | null,
): Promise<DataKey> {
  const recipients = [...keys.recipients].sort();
  if (newest !== null && isSameList(newest.recipients, recipients)) return newest;
  const created = await createKey(store, { recipients });
  await createKeyCache(keys.cacheFolder).write({ ...created, recipients });
  return created;
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i]);
}

async function createKey(store: BackupStore, protection: KeyProtection): Promise<DataKey> {
  const key = { id: v7(), key: randomBytes(KEY_BYTES) };
  await store.put(`${KEYS_PREFIX}${key.id}.age`, await sealKeyFile(key, protection));
  return key;
}

const NO_SECRET =
  "O backup é sempre criptografado: defina BACKUP_SENHA, BACKUP_SENHA_ARQUIVO ou BACKUP_AGE antes de criar o primeiro.";

function explainClosed(keys: SealKeys, files: KeyFiles): string {
  if (files.size === 0)
    return "Não há backup do Malote nesse destino: a pasta chaves/ está vazia ou não existe.";
  const [hasPassphrase, hasIdentity] = [keys.passphrase !== null, keys.identities.length > 0];
  if (hasPassphrase && hasIdentity)
    return "Nem a senha nem BACKUP_AGE_CHAVE abrem esse backup: ele foi criptografado com outras.";
  if (hasPassphrase) return "A senha não abre esse backup: confira BACKUP_SENHA ou BACKUP_SENHA_ARQUIVO.";
  if (hasIdentity)
    return "A chave em BACKUP_AGE_CHAVE não abre esse backup: ele foi criptografado para outra.";
  return "Esse backup está criptografado: informe como abri-lo em BACKUP_AGE_CHAVE, BACKUP_SENHA ou BACKUP_SENHA_ARQUIVO.";
}

/** Parses the secret keys of a file that `age-keygen` wrote. @throws {SealError} when a line is not a key */
export async function readIdentities(text: string): Promise<string[]> {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  const secrets = lines.filter((line) => line !== "" && !line.startsWith("#"));
  const good = await Promise.all(secrets.map(isIdentity));
  if (secrets.length > 0 && good.every(Boolean)) return secrets;
  throw new SealError(
    "sem-chave",
    "O arquivo em BACKUP_AGE_CHAVE não é de age-keygen: cada linha é uma AGE-SECRET-KEY-1…, aberta (sem senha).",
  );
}
