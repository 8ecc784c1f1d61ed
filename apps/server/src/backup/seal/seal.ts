import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";

const MAGIC = Buffer.from("MLB1");
const ID_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const IV_AT = MAGIC.length + ID_BYTES;
const TAG_AT = IV_AT + IV_BYTES;
const DATA_AT = TAG_AT + TAG_BYTES;

/** A data key of a repository. id: UUIDv7. key: 32 bytes. */
export type DataKey = { id: string; key: Buffer };

/** Seals the objects of one repository. */
export interface Seal {
  /** Id of the current sealing key. */
  readonly keyId: string;
  /**
   * Encrypts with AES-256-GCM; the additional data is the head and the object's key in the store.
   * Layout: "MLB1", data key id (16 bytes), iv (12), tag (16), data.
   */
  seal(plain: Uint8Array, objectKey: string): Buffer;
  /**
   * @throws {SealError} when the object was changed or moved to another key, or its data key is unavailable
   */
  open(sealed: Uint8Array, objectKey: string): Buffer;
  /**
   * Names content with an HMAC under the data key: equal content has equal names, and a name reveals nothing.
   * @param text identifies the content, such as its SHA-256  @returns 64 hex digits
   */
  nameOf(text: string): string;
}

/** Why a sealed object or a repository does not open. */
export type SealFlaw = "alterado" | "outra-chave" | "sem-chave";

/** An object or key file does not open. The message is a sentence for the operator. */
export class SealError extends Error {
  readonly flaw: SealFlaw;

  constructor(flaw: SealFlaw, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SealError";
    this.flaw = flaw;
  }
}

/** @param keys at least one; the key with the newest id seals, and all of them open */
export function createSeal(keys: readonly DataKey[]): Seal {
  const [active, ...older] = [...keys].sort((a, b) => (a.id < b.id ? 1 : -1));
  if (active === undefined) throw new Error("a seal needs a key");
  const byId = new Map([active, ...older].map(({ id, key }) => [hexOf(id), deriveKey(key, "objeto")]));
  const sealing = deriveKey(active.key, "objeto");
  const naming = deriveKey(active.key, "nome");
  const head = Buffer.concat([MAGIC, Buffer.from(hexOf(active.id), "hex")]);
  return {
    keyId: active.id,
    seal(plain, objectKey) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", sealing, iv).setAAD(aadOf(head, objectKey));
      const data = cipher.update(plain);
      cipher.final();
      return Buffer.concat([head, iv, cipher.getAuthTag(), data]);
    },
    open(sealed, objectKey) {
      const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
      return openWith(bytes, objectKey, byId);
    },
    nameOf: (text) => createHmac("sha256", naming).update(text).digest("hex"),
  };
}

function openWith(bytes: Buffer, objectKey: string, byId: ReadonlyMap<string, Buffer>): Buffer {
  if (bytes.length < DATA_AT || !bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw alteredError(objectKey);
  const head = bytes.subarray(0, IV_AT);
  const key = byId.get(head.toString("hex", MAGIC.length));
  if (key === undefined) {
    throw new SealError(
      "outra-chave",
      `O objeto ${objectKey} foi criptografado com uma chave que não está disponível.`,
    );
  }
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(IV_AT, TAG_AT), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aadOf(head, objectKey)).setAuthTag(bytes.subarray(TAG_AT, DATA_AT));
  const plain = decipher.update(bytes.subarray(DATA_AT));
  try {
    decipher.final();
  } catch (cause) {
    throw alteredError(objectKey, cause);
  }
  return plain;
}

function alteredError(objectKey: string, cause?: unknown): SealError {
  const sentence = `O objeto ${objectKey} está danificado: não é o que foi gravado.`;
  return new SealError("alterado", sentence, { cause });
}

function hexOf(uuid: string): string {
  return uuid.replaceAll("-", "");
}

function aadOf(head: Buffer, objectKey: string): Buffer {
  return Buffer.concat([head, Buffer.from(objectKey)]);
}

function deriveKey(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, Buffer.alloc(0), `malote/backup/${purpose}`, KEY_BYTES));
}
