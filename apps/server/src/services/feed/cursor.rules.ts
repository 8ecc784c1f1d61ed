import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { Refusal } from "../../errors.ts";

/** Bytes of a cursor: version, conta, companies, place in the feed, checksum. */
const VERSAO = 2;
const CONTA_BYTES = 6;
const EMPRESAS_BYTES = 4;
const LUGAR_BYTES = 6;
const SOMA_BYTES = 4;
const EMPRESAS_AT = 1 + CONTA_BYTES;
const LUGAR_AT = EMPRESAS_AT + EMPRESAS_BYTES;
const SOMA_AT = LUGAR_AT + LUGAR_BYTES;
const FORMA = /^[A-Za-z0-9_-]{28}$/;

/** Reader of a feed: the conta, and the companies whose documents it sees (null: all). */
export type LeitorDoFeed = { contaId: string; empresas: readonly string[] | null };

/**
 * Encodes a place in a conta's feed as opaque text that never expires: reading goes on after `sequencia`.
 * It includes the reader's companies, because documents of added ones have not been read.
 */
export function writeCursor(leitor: LeitorDoFeed, sequencia: number): string {
  const bytes = Buffer.alloc(SOMA_AT + SOMA_BYTES);
  bytes.writeUInt8(VERSAO, 0);
  tagOfConta(leitor).copy(bytes, 1);
  tagOfEmpresas(leitor).copy(bytes, EMPRESAS_AT);
  bytes.writeUIntBE(sequencia, LUGAR_AT, LUGAR_BYTES);
  bytes.writeUInt32BE(crc32(bytes.subarray(0, SOMA_AT)), SOMA_AT);
  return bytes.toString("base64url");
}

/**
 * Decodes the place of a cursor; "0", "" and undefined are the beginning.
 * @throws {Refusal} cursorInvalido, cursorDeOutraConta, cursorDeOutrasEmpresas
 */
export function readCursor(leitor: LeitorDoFeed, cursor: string | undefined): number {
  if (cursor === undefined || cursor === "" || cursor === "0") return 0;
  const bytes = FORMA.test(cursor) ? Buffer.from(cursor, "base64url") : Buffer.alloc(0);
  const isWhole =
    bytes.length === SOMA_AT + SOMA_BYTES &&
    bytes.readUInt8(0) === VERSAO &&
    bytes.readUInt32BE(SOMA_AT) === crc32(bytes.subarray(0, SOMA_AT));
  if (!isWhole) throw new Refusal("cursorInvalido", { campo: "cursor" });
  if (!bytes.subarray(1, EMPRESAS_AT).equals(tagOfConta(leitor))) {
    throw new Refusal("cursorDeOutraConta", { campo: "cursor" });
  }
  if (!bytes.subarray(EMPRESAS_AT, LUGAR_AT).equals(tagOfEmpresas(leitor))) {
    throw new Refusal("cursorDeOutrasEmpresas", { campo: "cursor" });
  }
  return bytes.readUIntBE(LUGAR_AT, LUGAR_BYTES);
}

function tagOfConta({ contaId }: LeitorDoFeed): Buffer {
  return createHash("sha256").update(`cursor:${contaId}`).digest().subarray(0, CONTA_BYTES);
}

function tagOfEmpresas({ empresas }: LeitorDoFeed): Buffer {
  const quais = empresas === null ? "todas" : empresas.toSorted().join(",");
  return createHash("sha256").update(`cursor:${quais}`).digest().subarray(0, EMPRESAS_BYTES);
}
