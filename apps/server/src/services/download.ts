import type { BlobAberto } from "../blob/blob-store.ts";

/**
 * What a file is made of. `gzip`: the bytes are compressed, and that is not part of the file. A blob is sent piece by piece, and any piece
 * may be asked for; whoever sends it closes it.
 */
type Conteudo = { bytes: Uint8Array; gzip: boolean } | { blob: BlobAberto; sha256: string };

/** A file about to be sent to a person or an ERP. */
export type Download = { nome: string; tipo: string } & Conteudo;
