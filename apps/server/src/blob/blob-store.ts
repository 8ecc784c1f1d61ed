import type { Readable } from "node:stream";

/** Identifies a blob: SHA-256 of its bytes in hex, and its size. */
export type BlobRef = { sha256: string; tamanho: number };

/** A byte range of a blob, from 0, both ends included. Defaults: de = first byte, ate = last byte. */
export type ByteRange = { de?: number; ate?: number };

/** An open blob: it can be read to its end even if the file is deleted meanwhile. */
export type OpenBlob = {
  tamanho: number;
  /**
   * Reads a range; reads may repeat and run in parallel. A range past the end of the blob stops at the end.
   */
  read(trecho?: ByteRange): Readable;
  /** Closes the file; running reads fail. The opener must call this. */
  close(): Promise<void>;
};

/** Checks whether the blob folder is the one that this database writes to. */
export type StoreGuard = {
  /** Checks now. @throws {Outage} when the folder is not mounted, or is another one */
  requireOurs(): Promise<void>;
};

/** A blob's source has more bytes than the limit. */
export class BlobTooLarge extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`blob: more than ${maxBytes} bytes came`);
    this.name = "BlobGrande";
    this.maxBytes = maxBytes;
  }
}

/** Stores raw e-mails, anexos, imports and exports, addressed by content within a conta. */
export interface BlobStore {
  /**
   * Stores the bytes durably before it returns. Renews an
   * existing blob's age, so that the cleanup job keeps it.
   */
  put(contaId: string, bytes: Uint8Array): Promise<BlobRef>;
  /**
   * Like put, but streams the bytes. If the source throws, this throws the same error and keeps nothing.
   * @throws BlobTooLarge when the source has more than maxBytes
   */
  putStream(
    contaId: string,
    source: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number },
  ): Promise<BlobRef>;
  /** Reads a blob; null when it does not exist. */
  get(contaId: string, sha256: string): Promise<Buffer | null>;
  /** Opens a blob, to read it in pieces; null when it does not exist. */
  open(contaId: string, sha256: string): Promise<OpenBlob | null>;
}
