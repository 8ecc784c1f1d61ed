import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Refusal } from "../../errors.ts";

/** Bytes of a cursor: version, whose conta, place in its feed, checksum. */
const VERSAO = 1;
const CONTA_BYTES = 6;
const LUGAR_BYTES = 6;
const SOMA_BYTES = 4;
const SOMA_AT = 1 + CONTA_BYTES + LUGAR_BYTES;
const FORMA = /^[A-Za-z0-9_-]{23}$/;

/**
 * A place in the feed of a conta, as text that means nothing to who keeps it: what comes after `sequencia` is still to be read. It holds no
 * secret and no key, so that it is good for ever.
 */
export function writeCursor(contaId: string, sequencia: number): string {
  const bytes = Buffer.alloc(SOMA_AT + SOMA_BYTES);
  bytes.writeUInt8(VERSAO, 0);
  tagOf(contaId).copy(bytes, 1);
  bytes.writeUIntBE(sequencia, 1 + CONTA_BYTES, LUGAR_BYTES);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, SOMA_AT)), SOMA_AT);
  return bytes.toString("base64url");
}

/**
 * The place that a cursor names; "0", "" and none are the beginning.
 * @throws {Refusal} cursorInvalido, cursorDeOutraConta
 */
export function readCursor(contaId: string, cursor: string | undefined): number {
  if (cursor === undefined || cursor === "" || cursor === "0") return 0;
  const bytes = FORMA.test(cursor) ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
  const isWhole =
    bytes.length === SOMA_AT + SOMA_BYTES &&
    bytes.readUInt8(0) === VERSAO &&
    bytes.readUInt32BE(SOMA_AT) === crc32(bytes.subarray(0, SOMA_AT));
  if (!isWhole) throw new Refusal("cursorInvalido", { campo: "cursor" });
  if (!bytes.subarray(1, 1 + CONTA_BYTES).equals(tagOf(contaId))) {
    throw new Refusal("cursorDeOutraConta", { campo: "cursor" });
  }
  return bytes.readUIntBE(1 + CONTA_BYTES, LUGAR_BYTES);
}

function tagOf(contaId: string): Buffer {
  return createHash("sha256").update(`cursor:${contaId}`).digest().subarray(0, CONTA_BYTES);
}
