import type { RowValues } from "./row-reader.ts";

/** A blob that a row names. required: the backup is incomplete without it. */
export type BlobName = { contaId: string; sha256: string; required: boolean };

/**
 * How a table names blobs: the columns to read, and a function from their values to a blob; null = no blob.
 */
type Source = { columns: readonly string[]; read: (values: RowValues) => BlobName | null };

/**
 * Parts with these outcomes always have their own blob; the
 * bytes of others may be only in the e-mail or import.
 */
const ALWAYS_KEPT = new Set(["erro", "outro-dfe"]);

const alwaysRequired = (hasSize: boolean): Source["read"] => {
  return ([contaId, sha256, size]) => nameOf({ contaId, sha256, isEmpty: hasSize && isZero(size) });
};

/**
 * Every table that names blobs; jobs/blobs/blob-references.rows.ts has the same list for the cleanup job.
 * Empty files are never stored.
 */
export const BLOB_SOURCES: Readonly<Record<string, Source>> = {
  email: { columns: ["conta_id", "sha256", "tamanho"], read: alwaysRequired(true) },
  importacao: { columns: ["conta_id", "sha256", "tamanho"], read: alwaysRequired(true) },
  arquivo_pedido: { columns: ["conta_id", "sha256", "tamanho"], read: alwaysRequired(true) },
  documento: { columns: ["conta_id", "recebido_sha256"], read: alwaysRequired(false) },
  anexo: {
    columns: ["conta_id", "sha256", "tamanho", "destino"],
    read: ([contaId, sha256, size, outcome]) => {
      const name = nameOf({ contaId, sha256, isEmpty: isZero(size) });
      return name && { ...name, required: ALWAYS_KEPT.has(outcome?.toString("utf8") ?? "") };
    },
  },
};

type RawName = { contaId: Buffer | null | undefined; sha256: Buffer | null | undefined; isEmpty: boolean };

function nameOf({ contaId, sha256, isEmpty }: RawName): BlobName | null {
  if (!contaId || !sha256 || isEmpty) return null;
  return { contaId: uuidOf(contaId), sha256: sha256.toString("latin1"), required: true };
}

function isZero(value: Buffer | null | undefined): boolean {
  return value?.every((byte) => byte === 0) ?? false;
}

/** @param bytes the 16 bytes of PostgreSQL's binary uuid */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
