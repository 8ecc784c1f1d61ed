import { fetchArquivo } from "../../rpc/arquivo-bytes.ts";
import { papelHref, xmlHref } from "../../rpc/arquivos.ts";
import { explainFalha } from "../../rpc/falhas.ts";
import type { NotaLinha } from "../../rpc/queries.ts";
import { geral } from "../../textos/geral.ts";
import { lote } from "../../textos/notas-lote.ts";
import type { ResultadoItem } from "./marcas.ts";
import { type Arquivo, makeZip } from "./zip.ts";

/**
 * Maximum documents of one ZIP, which is 200 files in the browser's memory. More documents need a
 * repositório.
 */
export const BAIXAR_MAX = 100;
const AO_MESMO_TEMPO = 3;

/**
 * Saves a ZIP with XML and PDF of each document. A document that fails is reported, and the others
 * are still packed.
 */
export async function baixarLote(
  notas: readonly NotaLinha[],
  signal: AbortSignal,
  onProgress: (feitas: number) => void,
): Promise<ResultadoItem[]> {
  const arquivos: Arquivo[] = [];
  const falhas: (string | null)[] = notas.map(() => lote.parado);
  let [next, feitas] = [0, 0];
  const lane = async (): Promise<void> => {
    while (next < notas.length && !signal.aborted) {
      const at = next;
      next += 1;
      falhas[at] = await tryFetch(notas[at] as NotaLinha, arquivos, signal);
      feitas += 1;
      onProgress(feitas);
    }
  };
  onProgress(0);
  await Promise.all(Array.from({ length: AO_MESMO_TEMPO }, lane));
  if (!signal.aborted && arquivos.length > 0) {
    arquivos.sort((a, b) => (a.nome < b.nome ? -1 : 1));
    save(makeZip(arquivos, new Date()));
  }
  return notas.map((nota, at) => ({ nota, falha: falhas[at] ?? null }));
}

async function tryFetch(nota: NotaLinha, arquivos: Arquivo[], signal: AbortSignal): Promise<string | null> {
  try {
    const xml = await fetchArquivo(xmlHref(nota.id), signal);
    const pdf = await fetchArquivo(papelHref(nota), signal);
    arquivos.push(
      { nome: `${nota.chaveAcesso}.xml`, bytes: xml },
      { nome: `${nota.chaveAcesso}.pdf`, bytes: pdf },
    );
    return null;
  } catch (error) {
    if (signal.aborted) return lote.parado;
    const falha = explainFalha(error);
    return falha ? falha.texto || falha.titulo : geral.sessaoEncerrada;
  }
}

function save(zip: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(zip);
  link.download = `documentos-${new Date().toISOString().slice(0, 10)}.zip`;
  link.click();
  // Revoke late: the browser reads the blob after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
