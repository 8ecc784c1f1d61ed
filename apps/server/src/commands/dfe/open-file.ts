import fs from "node:fs/promises";
import path from "node:path";
import { type Examination, examineDfe, type LoteRefusal, openLote, type Trust } from "@malote/dfe";
import { ARCHIVE_LIMITS, type PartFormat, toPart, unpackPart } from "@malote/mailbox";
import type { FoundFile } from "./list-files.ts";
import { type RefusalCode, refusalOfError } from "./refusals.ts";

/** Result of one file, or of one document inside it. */
export type FileResult = { arquivo: string; pedido: boolean } & (
  | { kind: "exame"; exame: Examination }
  | { kind: "pacote"; formato: PartFormat }
  | { kind: "recusa"; recusa: RefusalCode }
);

type FileContent = { arquivo: string; pedido: boolean; bytes: Uint8Array };

/** Levels of lotes inside lotes that are opened; lotes of SEFAZ have documents, not lotes. */
const LOTES_MAX = 2;

/**
 * Reads a file and everything in it: first the package or lote itself, then each document, named after it.
 */
export async function* openFile(foundFile: FoundFile, trust: Trust): AsyncGenerator<FileResult> {
  const { arquivo, pedido } = foundFile;
  const bytes = "recusa" in foundFile ? foundFile.recusa : await readBytes(foundFile.place);
  if (typeof bytes === "string") yield { arquivo, pedido, kind: "recusa", recusa: bytes };
  else yield* openContent({ arquivo, pedido, bytes }, trust);
}

/** Opens packages. A gzip has one file, which is shown under the gzip's own name. */
async function* openContent(content: FileContent, trust: Trust): AsyncGenerator<FileResult> {
  const { arquivo, pedido, bytes } = content;
  const name = createNamer(arquivo);
  const gzipNames = new Map<string, string>([["1", arquivo]]);
  const whole = toPart({ caminho: "1", nome: path.basename(arquivo), bytes });
  for await (const { abertura, caminho, nome, bytes: within } of unpackPart(whole)) {
    const shown = gzipNames.get(caminho) ?? name({ caminho: caminho.slice(2), nome: nome ?? "sem-nome" });
    const where = { arquivo: shown, pedido: pedido && shown === arquivo };
    if (abertura.kind === "recusado") yield { ...where, kind: "recusa", recusa: abertura.motivo };
    else if (abertura.kind === "arquivo")
      yield* examine({ ...where, bytes: within }, { confianca: trust, depth: 0 });
    else if (abertura.kind !== "pacote") continue;
    else if (abertura.formato === "gzip") gzipNames.set(`${caminho}/1`, shown);
    else if (caminho === "1") yield { ...where, kind: "pacote", formato: abertura.formato };
  }
}

function* examine(
  { arquivo, pedido, bytes }: FileContent,
  { confianca: trust, depth }: { confianca: Trust; depth: number },
): Generator<FileResult> {
  const examination = examineDfe(bytes, trust);
  yield { arquivo, pedido, kind: "exame", exame: examination };
  for (const [i, evento] of examination.eventos.entries()) {
    // SEFAZ's answer alone is not a document; the nota has a finding about it.
    if (evento.achados.some(({ codigo }) => codigo === "so-registro")) continue;
    yield { arquivo: `${arquivo}#${i + 1}`, pedido: false, kind: "exame", exame: evento };
  }
  if (examination.reading.kind !== "lote" || depth >= LOTES_MAX) return;
  const { documentos, recusados } = openLote(examination.bytes);
  let numero = 0;
  for (const documento of documentos) {
    numero += 1;
    const inside = { arquivo: `${arquivo}#${numero}`, pedido: false, bytes: documento.bytes };
    yield* examine(inside, { confianca: trust, depth: depth + 1 });
  }
  for (const { nome, motivo } of recusados) {
    yield { arquivo: `${arquivo}#${nome}`, pedido: false, kind: "recusa", recusa: LOTE_REFUSALS[motivo] };
  }
}

const LOTE_REFUSALS: Readonly<Record<LoteRefusal["motivo"], RefusalCode>> = {
  "grande-demais": "grande-demais",
  invalido: "lote-documento-invalido",
  "documentos-demais": "lote-muitos-documentos",
  "caro-demais": "caro-demais",
};

/** Names a packaged file after its package; the second file of the same name also gets its entry number. */
function createNamer(pacote: string): (parte: { caminho: string; nome: string }) => string {
  const taken = new Set<string>();
  return ({ caminho, nome }) => {
    const folder = path.posix.dirname(caminho);
    const full = folder === "." ? `${pacote}/${nome}` : `${pacote}/${folder}/${nome}`;
    const arquivo = taken.has(full) ? `${full}#${path.posix.basename(caminho)}` : full;
    taken.add(full);
    return arquivo;
  };
}

async function readBytes(place: Buffer): Promise<Uint8Array | RefusalCode> {
  try {
    const { size } = await fs.stat(place);
    return size > ARCHIVE_LIMITS.comprimidoBytes ? "grande-demais" : await fs.readFile(place);
  } catch (error) {
    return refusalOfError(error);
  }
}
