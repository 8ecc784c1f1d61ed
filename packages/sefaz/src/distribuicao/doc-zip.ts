import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** The largest document that is unpacked, in bytes; an NF-e of 990 items has 2 MB. */
export const DOCUMENT_MAX_BYTES = 10 * 1024 * 1024;
/** The most bytes unpacked of one lote; 50 documents of SEFAZ's limit of 500 kB are 25 MB. */
export const UNZIPPED_MAX_BYTES = 64 * 1024 * 1024;

const unzip = promisify(gunzip);

/** Unpacks the documents of one lote in order, within the limits above.
 * @param zips base64 of gzip
 * @returns null for each that is not gzip, is truncated or exceeds a limit; the others are still
 * unpacked */
export async function unzipDocuments(zips: readonly string[]): Promise<(Uint8Array | null)[]> {
  let remaining = UNZIPPED_MAX_BYTES;
  const documents: (Uint8Array | null)[] = [];
  for (const zip of zips) {
    const document = await unzipOne(zip, Math.min(DOCUMENT_MAX_BYTES, remaining));
    remaining -= document?.length ?? 0;
    documents.push(document);
  }
  return documents;
}

async function unzipOne(zip: string, maxOutputLength: number): Promise<Uint8Array | null> {
  if (maxOutputLength < 1) return null;
  try {
    const document = await unzip(Buffer.from(zip, "base64"), { maxOutputLength });
    return document.length === 0 ? null : document;
  } catch {
    // Whatever zlib reports (Z_DATA_ERROR, Z_BUF_ERROR, ERR_BUFFER_TOO_LARGE), only this document
    // is lost.
    return null;
  }
}
