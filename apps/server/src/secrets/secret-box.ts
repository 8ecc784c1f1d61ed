import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES;
const DATA_AT = HEAD_BYTES + IV_BYTES + TAG_BYTES;

/** The place of a sealed value; it opens nowhere else. */
export type SealedPlace = { tabela: string; coluna: string; id: string };

/** Seals secrets at rest. */
export type SecretBox = {
  /**
   * Format: version (1 byte), key id (4), iv (12), tag (16), data; AES-256-GCM with table, column
   * and row id as AAD.
   */
  seal(plaintext: Uint8Array | string, place: SealedPlace): Buffer;
  /** @throws {SecretBoxError} when the value was changed, moved, or sealed under another key */
  open(sealed: Uint8Array, place: SealedPlace): Buffer;
};

/** A sealed value that does not open: changed, moved to another row, or of another key. */
export class SecretBoxError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CofreError";
  }
}

/** @param key 32 bytes; seals. @param previousKeys 32 bytes each; only open */
export function createSecretBox(key: Buffer, previousKeys: readonly Buffer[] = []): SecretBox {
  const head = headOf(key);
  const heads = [key, ...previousKeys].map((each) => ({ chave: each, head: headOf(each) }));
  return {
    seal(plaintext, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      cipher.setAAD(aadOf(head, place));
      const data = Buffer.concat([cipher.update(Buffer.from(plaintext)), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), data]);
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed);
      if (bytes.length < DATA_AT || bytes[0] !== VERSION)
        throw new SecretBoxError("not a sealed value of ours");
      const own = heads.find((each) => bytes.subarray(0, HEAD_BYTES).equals(each.head));
      if (own === undefined) throw new SecretBoxError("sealed under another MALOTE_KEY");
      const iv = bytes.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", own.chave, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(aadOf(own.head, place));
      decipher.setAuthTag(bytes.subarray(HEAD_BYTES + IV_BYTES, DATA_AT));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(DATA_AT)), decipher.final()]);
      } catch (cause) {
        throw new SecretBoxError("the sealed value was changed or belongs to another row", { cause });
      }
    },
  };
}

/** The public id of a key: 8 hex digits, bytes 2 to 5 of its sealed values. */
export function idOfKey(key: Buffer): string {
  return keyIdOf(key).toString("hex");
}

function headOf(key: Buffer): Buffer {
  return Buffer.concat([Buffer.of(VERSION), keyIdOf(key)]);
}

function keyIdOf(key: Buffer): Buffer {
  return createHash("sha256").update("malote key id\0").update(key).digest().subarray(0, KEY_ID_BYTES);
}

function aadOf(head: Buffer, { tabela, coluna, id }: SealedPlace): Buffer {
  return Buffer.concat([head, Buffer.from(`${tabela}|${coluna}|${id}`)]);
}
