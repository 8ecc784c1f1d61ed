import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";

const VERSION = 1;
const KEY_ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + KEY_ID_BYTES;
const DATA_AT = HEAD_BYTES + IV_BYTES + TAG_BYTES;

/** The place of a sealed value; it opens nowhere else. */
export type Lugar = { tabela: string; coluna: string; id: string };

/** Seals secrets at rest. */
export type Cofre = {
  /**
   * Format: version (1 byte), key id (4), iv (12), tag (16), data; AES-256-GCM with table, column
   * and row id as AAD.
   */
  seal(aberto: Uint8Array | string, lugar: Lugar): Buffer;
  /** @throws {CofreError} when the value was changed, moved, or sealed under another key */
  open(selado: Uint8Array, lugar: Lugar): Buffer;
};

/** A sealed value that does not open: changed, moved to another row, or of another key. */
export class CofreError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CofreError";
  }
}

/** @param chave 32 bytes; seals. @param antigas 32 bytes each; only open */
export function createCofre(chave: Buffer, antigas: readonly Buffer[] = []): Cofre {
  const head = headOf(chave);
  const heads = [chave, ...antigas].map((each) => ({ chave: each, head: headOf(each) }));
  return {
    seal(aberto, lugar) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", chave, iv);
      cipher.setAAD(aadOf(head, lugar));
      const data = Buffer.concat([cipher.update(Buffer.from(aberto)), cipher.final()]);
      return Buffer.concat([head, iv, cipher.getAuthTag(), data]);
    },
    open(selado, lugar) {
      const bytes = Buffer.from(selado);
      if (bytes.length < DATA_AT || bytes[0] !== VERSION) throw new CofreError("not a sealed value of ours");
      const own = heads.find((each) => bytes.subarray(0, HEAD_BYTES).equals(each.head));
      if (own === undefined) throw new CofreError("sealed under another MALOTE_KEY");
      const iv = bytes.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES);
      const decipher = createDecipheriv("aes-256-gcm", own.chave, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(aadOf(own.head, lugar));
      decipher.setAuthTag(bytes.subarray(HEAD_BYTES + IV_BYTES, DATA_AT));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(DATA_AT)), decipher.final()]);
      } catch (cause) {
        throw new CofreError("the sealed value was changed or belongs to another row", { cause });
      }
    },
  };
}

/** The public id of a key: 8 hex digits, bytes 2 to 5 of its sealed values. */
export function idOfChave(chave: Buffer): string {
  return keyIdOf(chave).toString("hex");
}

function headOf(chave: Buffer): Buffer {
  return Buffer.concat([Buffer.of(VERSION), keyIdOf(chave)]);
}

function keyIdOf(chave: Buffer): Buffer {
  return createHash("sha256").update("malote key id\0").update(chave).digest().subarray(0, KEY_ID_BYTES);
}

function aadOf(head: Buffer, { tabela, coluna, id }: Lugar): Buffer {
  return Buffer.concat([head, Buffer.from(`${tabela}|${coluna}|${id}`)]);
}
