import { serverNow } from "../../../network/clock.ts";
import { explainFailure } from "../../../rpc/call/failures.ts";
import type { NotaRow } from "../../../rpc/documents/queries.ts";
import { fetchFile } from "../../../rpc/files/fetch-file.ts";
import { printedFormHref, xmlHref } from "../../../rpc/files/file-urls.ts";
import { general } from "../../../texts/app/general.ts";
import { batchTexts } from "../../../texts/lists/nota-batch.ts";
import type { BatchOutcome } from "../flags/flag-state.ts";
import { makeZip, type ZipEntry } from "./make-zip.ts";

/**
 * Maximum documents of one ZIP, which is 200 files in the browser's memory. More documents need a
 * repositório.
 */
export const DOWNLOAD_MAX = 100;
const CONCURRENCY = 3;

/**
 * Saves a ZIP with XML and PDF of each document. A document that fails is reported, and the others
 * are still packed.
 */
export async function downloadBatch(
  notas: readonly NotaRow[],
  signal: AbortSignal,
  onProgress: (doneCount: number) => void,
): Promise<BatchOutcome[]> {
  const files: ZipEntry[] = [];
  const falhas: (string | null)[] = notas.map(() => batchTexts.parado);
  let [next, doneCount] = [0, 0];
  const worker = async (): Promise<void> => {
    while (next < notas.length && !signal.aborted) {
      const at = next;
      next += 1;
      falhas[at] = await fetchFiles(notas[at] as NotaRow, files, signal);
      doneCount += 1;
      onProgress(doneCount);
    }
  };
  onProgress(0);
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  if (!signal.aborted && files.length > 0) {
    files.sort((a, b) => (a.nome < b.nome ? -1 : 1));
    saveZip(makeZip(files, serverNow()));
  }
  return notas.map((nota, at) => ({ nota, falha: falhas[at] ?? null }));
}

async function fetchFiles(nota: NotaRow, files: ZipEntry[], signal: AbortSignal): Promise<string | null> {
  try {
    const xml = await fetchFile(xmlHref(nota.id), signal);
    const pdf = await fetchFile(printedFormHref(nota), signal);
    files.push(
      { nome: `${nota.chaveAcesso}.xml`, bytes: xml },
      { nome: `${nota.chaveAcesso}.pdf`, bytes: pdf },
    );
    return null;
  } catch (error) {
    if (signal.aborted) return batchTexts.parado;
    const falha = explainFailure(error);
    return falha ? falha.texto || falha.titulo : general.sessaoEncerrada;
  }
}

function saveZip(zip: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(zip);
  link.download = `documentos-${serverNow().toISOString().slice(0, 10)}.zip`;
  link.click();
  // Revoke late: the browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
