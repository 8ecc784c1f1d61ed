import type { OpenBlob } from "../blob/blob-store.ts";

/**
 * Content of a file. `gzip`: the bytes are compressed, the file itself is not. A blob is sent in pieces, of
 * any range; the sender closes it.
 */
type FileContent = { bytes: Uint8Array; gzip: boolean } | { blob: OpenBlob; sha256: string };

/** A file to send to a user or an ERP. */
export type Download = { nome: string; tipo: string } & FileContent;
