import type { Readable } from "node:stream";

/** How a blob is found again: SHA-256 hex of its bytes, and how many they are. */
export type BlobRef = { sha256: string; tamanho: number };

/** Bytes of a blob, counted from 0; both ends are included. Absent: from the first, to the last. */
export type Trecho = { de?: number; ate?: number };

/** A blob that is held open: it can be read to its end whoever deletes it meanwhile. */
export type BlobAberto = {
  tamanho: number;
  /** A piece of it, as often as wanted, also side by side. A piece that goes past the end ends there. */
  read(trecho?: Trecho): Readable;
  /** Lets it go; reads that still run break off. Whoever opened it must call this. */
  close(): Promise<void>;
};

/** Says whether a folder of blobs is the one that this database writes to. */
export type StoreGuard = {
  /** Looks now. @throws {Outage} when the folder is not mounted, or is another one */
  requireOurs(): Promise<void>;
};

/** What came for a blob was more than it may be. */
export class BlobGrande extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`blob: more than ${maxBytes} bytes came`);
    this.name = "BlobGrande";
    this.maxBytes = maxBytes;
  }
}

/** Raw e-mails, anexos, imports and exports, by content and per conta. */
export interface BlobStore {
  /** Stores the bytes durably before it answers. An existing blob is refreshed, so that no sweeper takes it meanwhile. */
  put(contaId: string, bytes: Uint8Array): Promise<BlobRef>;
  /**
   * The same for bytes that come one after another and never are in memory together. When the source throws, that is thrown, and nothing
   * of it is kept. @throws BlobGrande when more than maxBytes come
   */
  putStream(
    contaId: string,
    source: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number },
  ): Promise<BlobRef>;
  /** The bytes as they came; null when there is no such blob. */
  get(contaId: string, sha256: string): Promise<Buffer | null>;
  /** The same, to be read in pieces. */
  open(contaId: string, sha256: string): Promise<BlobAberto | null>;
}
