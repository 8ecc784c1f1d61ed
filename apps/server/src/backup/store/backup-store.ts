/** One stored object. bytes: its size in the store; modifiedAt: when it was put. */
export type StoredObject = { key: string; bytes: number; modifiedAt: Date };

/** Where backups are kept: a folder or a bucket. Keys are relative paths with "/" between their parts. */
export interface BackupStore {
  /** Stores the object whole or not at all; when it returns, a power cut does not lose it. An existing object is replaced. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The object, or null when there is none. */
  get(key: string): Promise<Buffer | null>;
  /** All objects whose key starts with the prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Deletes an object; one that does not exist is no error. */
  delete(key: string): Promise<void>;
  /** Frees connections. */
  close(): void;
}

/** Largest object: callers split what is larger. An S3 server takes 5 GB in one request; memory is the tighter bound. */
export const OBJECT_MAX_BYTES = 256 * 1_048_576;

const KEY_MAX = 512;
const PART = /^[A-Za-z0-9][A-Za-z0-9._=-]*$/;

/**
 * Refuses keys that are no plain relative path: "..", empty parts, hidden names.
 * @throws {Error} a bug of the caller: no key comes from a user
 */
export function checkKey(key: string): string {
  if (key.length <= KEY_MAX && key.split("/").every((part) => PART.test(part))) return key;
  throw new Error(`not a key of a backup store: ${key.slice(0, KEY_MAX)}`);
}

/** The same for the start of keys, which may also be empty or end with "/". */
export function checkPrefix(prefix: string): string {
  const whole = prefix.endsWith("/") ? prefix.slice(0, -1) : prefix;
  if (whole !== "") checkKey(whole);
  return prefix;
}

/** @throws {Error} a bug of the caller: it splits what is larger */
export function checkSize(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength <= OBJECT_MAX_BYTES) return bytes;
  throw new Error(`an object of a backup has at most ${OBJECT_MAX_BYTES} bytes, not ${bytes.byteLength}`);
}

/** The backup store refuses or is misconfigured; the message is a sentence for the operator. */
export class BackupStoreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "BackupStoreError";
  }
}
