/** How a blob is found again: SHA-256 hex of its bytes, and how many they are. */
export type BlobRef = { sha256: string; tamanho: number };

/** Raw e-mails, anexos, imports and exports, by content and per conta. */
export interface BlobStore {
  /** Stores the bytes durably before it answers. An existing blob is refreshed, so that no sweeper takes it meanwhile. */
  put(contaId: string, bytes: Uint8Array): Promise<BlobRef>;
  /** The bytes as they came; null when there is no such blob. */
  get(contaId: string, sha256: string): Promise<Buffer | null>;
}
