import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Refusal } from "../../errors.ts";

/** Bytes of a cursor: version, conta, companies, place in the feed, checksum. */
const VERSION = 2;
const CONTA_BYTES = 6;
const EMPRESAS_BYTES = 4;
const PLACE_BYTES = 6;
const CHECKSUM_BYTES = 4;
const EMPRESAS_AT = 1 + CONTA_BYTES;
const PLACE_AT = EMPRESAS_AT + EMPRESAS_BYTES;
const CHECKSUM_AT = PLACE_AT + PLACE_BYTES;
const FORMAT = /^[A-Za-z0-9_-]{28}$/;

/** Reader of a feed: the conta, and the companies whose documents it sees (null: all). */
export type FeedReader = { contaId: string; empresas: readonly string[] | null };

/**
 * Encodes a place in a conta's feed as opaque text that never expires: reading goes on after `sequencia`.
 * It includes the reader's companies, because documents of added ones have not been read.
 */
export function writeCursor(reader: FeedReader, sequencia: number): string {
  const bytes = Buffer.alloc(CHECKSUM_AT + CHECKSUM_BYTES);
  bytes.writeUInt8(VERSION, 0);
  tagOfConta(reader).copy(bytes, 1);
  tagOfEmpresas(reader).copy(bytes, EMPRESAS_AT);
  bytes.writeUIntBE(sequencia, PLACE_AT, PLACE_BYTES);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, CHECKSUM_AT)), CHECKSUM_AT);
  return bytes.toString("base64url");
}

/**
 * Decodes the place of a cursor; "0", "" and undefined are the beginning.
 * @throws {Refusal} cursorInvalido, cursorDeOutraConta, cursorDeOutrasEmpresas
 */
export function readCursor(reader: FeedReader, cursor: string | undefined): number {
  if (cursor === undefined || cursor === "" || cursor === "0") return 0;
  const bytes = FORMAT.test(cursor) ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
  const isWhole =
    bytes.length === CHECKSUM_AT + CHECKSUM_BYTES &&
    bytes.readUInt8(0) === VERSION &&
    bytes.readUInt32BE(CHECKSUM_AT) === crc32(bytes.subarray(0, CHECKSUM_AT));
  if (!isWhole) throw new Refusal("cursorInvalido", { campo: "cursor" });
  if (!bytes.subarray(1, EMPRESAS_AT).equals(tagOfConta(reader))) {
    throw new Refusal("cursorDeOutraConta", { campo: "cursor" });
  }
  if (!bytes.subarray(EMPRESAS_AT, PLACE_AT).equals(tagOfEmpresas(reader))) {
    throw new Refusal("cursorDeOutrasEmpresas", { campo: "cursor" });
  }
  return bytes.readUIntBE(PLACE_AT, PLACE_BYTES);
}

function tagOfConta({ contaId }: FeedReader): Buffer {
  return createHash("sha256").update(`cursor:${contaId}`).digest().subarray(0, CONTA_BYTES);
}

function tagOfEmpresas({ empresas }: FeedReader): Buffer {
  const names = empresas === null ? "todas" : empresas.toSorted().join(",");
  return createHash("sha256").update(`cursor:${names}`).digest().subarray(0, EMPRESAS_BYTES);
}
