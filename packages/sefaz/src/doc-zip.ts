import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** A document above this size (bytes) is not unpacked: a NF-e of 990 items is 2 MB. */
export const DOCUMENTO_MAX_BYTES = 10 * 1024 * 1024;
/** Nor are those that would take a lote beyond this: 50 documents of SEFAZ's 500 kB are 25 MB. */
export const DESCOMPACTADO_MAX_BYTES = 64 * 1024 * 1024;

const unzip = promisify(gunzip);

/** Unpacks the documents of one lote in its order, within the bounds above.
 * @param zips base64 of gzip
 * @returns null in the place of each that is not gzip, is cut short, or passes a bound; the others are not lost by it */
export async function unzipDocumentos(zips: readonly string[]): Promise<(Uint8Array | null)[]> {
  let restantes = DESCOMPACTADO_MAX_BYTES;
  const documentos: (Uint8Array | null)[] = [];
  for (const zip of zips) {
    const documento = await unzipOne(zip, Math.min(DOCUMENTO_MAX_BYTES, restantes));
    restantes -= documento?.length ?? 0;
    documentos.push(documento);
  }
  return documentos;
}

async function unzipOne(zip: string, maxOutputLength: number): Promise<Uint8Array | null> {
  if (maxOutputLength < 1) return null;
  try {
    const documento = await unzip(Buffer.from(zip, "base64"), { maxOutputLength });
    return documento.length === 0 ? null : documento;
  } catch {
    // Whatever zlib says (Z_DATA_ERROR, Z_BUF_ERROR, ERR_BUFFER_TOO_LARGE), this one document cannot be opened.
    return null;
  }
}
