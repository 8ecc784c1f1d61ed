/** One stored object. bytes: its size in the store; modifiedAt: when it was put. */
export type StoredObject = { key: string; bytes: number; modifiedAt: Date };

/** Storage of backups: a folder or a bucket. Keys are relative paths with "/" between their parts. */
export interface BackupStore {
  /**
   * Stores an object atomically and replaces an existing
   * one. When it returns, the object survives a power cut.
   */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads an object; null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** Lists all objects whose key starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Deletes an object. A missing object is not an error. */
  delete(key: string): Promise<void>;
  /** Frees connections. */
  close(): void;
}

/**
 * Largest object; callers split larger content.
 * S3 accepts 5 GB in one request, but memory is the tighter limit.
 */
export const OBJECT_MAX_BYTES = 256 * 1_048_576;

const KEY_MAX = 512;
const PART = /^[A-Za-z0-9][A-Za-z0-9._=-]*$/;

/**
 * Refuses keys that are not plain relative paths: "..", empty parts, hidden names.
 * @throws {Error} for a bug in the caller: no key comes from a user
 */
export function checkKey(key: string): string {
  if (key.length <= KEY_MAX && key.split("/").every((part) => PART.test(part))) return key;
  throw new Error(`invalid key of a backup store: ${key.slice(0, KEY_MAX)}`);
}

/** Checks a prefix of keys like a key, but it may also be empty or end with "/". */
export function checkPrefix(prefix: string): string {
  const whole = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  if (whole !== "") checkKey(whole);
  return prefix;
}

/** @throws {Error} for a bug in the caller, which must split larger content */
export function checkSize(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= OBJECT_MAX_BYTES) return bytes;
  throw new Error(`an object of a backup has at most ${OBJECT_MAX_BYTES} bytes, not ${bytes.byteLength}`);
}

/** The backup store refuses or is misconfigured. The message is a sentence for the operator. */
export class BackupStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupStoreError";
  }
}
