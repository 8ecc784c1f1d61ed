import type { RowValues } from "./row-reader.ts";

/** A blob that a row names. required: without it the backup lacks something that Malote promised to keep. */
export type BlobName = { contaId: string; sha256: string; required: boolean };

/** How a table names blobs: the columns it takes, and what their values say; null = no blob. */
type Source = { columns: readonly string[]; read: (values: RowValues) => BlobName | null };

/** Of these outcomes the bytes of a part are always kept; of others they may be inside the e-mail or the imported file alone. */
const ALWAYS_KEPT = new Set(["erro", "outro-dfe"]);

const always = (hasSize: boolean): Source["read"] => {
  return ([contaId, sha256, size]) => nameOf({ contaId, sha256, isEmpty: hasSize && isZero(size) });
};

/**
 * Every table that names blobs, as jobs/blob-referencias.rows.ts lists them for the cleanup job.
 * A file of no bytes is never stored.
 */
export const BLOB_SOURCES: Readonly<Record<string, Source>> = {
  email: { columns: ["conta_id", "sha256", "tamanho"], read: always(true) },
  importacao: { columns: ["conta_id", "sha256", "tamanho"], read: always(true) },
  arquivo_pedido: { columns: ["conta_id", "sha256", "tamanho"], read: always(true) },
  documento: { columns: ["conta_id", "recebido_sha256"], read: always(false) },
  anexo: {
    columns: ["conta_id", "sha256", "tamanho", "destino"],
    read: ([contaId, sha256, size, destino]) => {
      const name = nameOf({ contaId, sha256, isEmpty: isZero(size) });
      return name && { ...name, required: ALWAYS_KEPT.has(destino?.toString("utf8") ?? "") };
    },
  },
};

type Raw = { contaId: Buffer | null | undefined; sha256: Buffer | null | undefined; isEmpty: boolean };

function nameOf({ contaId, sha256, isEmpty }: Raw): BlobName | null {
  if (!contaId || !sha256 || isEmpty) return null;
  return { contaId: uuidOf(contaId), sha256: sha256.toString("latin1"), required: true };
}

function isZero(value: Buffer | null | undefined): boolean {
  return value?.every((byte) => byte === 0) ?? false;
}

/** 16 bytes as PostgreSQL sends a uuid. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
