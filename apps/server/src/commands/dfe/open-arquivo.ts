import fs from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Confianca, type Exame, examineDfe, openLote, type RecusaDoLote } from "@malote/dfe";
import { LIMITES_PACOTE, openParte } from "@malote/mailbox";
import type { Achavel } from "./list-arquivos.ts";
import { type Recusa, recusaOfError } from "./recusas.ts";

/** What became of one file, or of one document out of it. */
export type Lido = { arquivo: string; pedido: boolean } & (
  | { kind: "exame"; exame: Exame }
  | { kind: "pacote"; arquivos: number }
  | { kind: "recusa"; recusa: Recusa }
);

type Conteudo = { arquivo: string; pedido: boolean; bytes: Uint8Array };

/** Lotes within lotes; SEFAZ's have documents, not lotes. */
const LOTES_MAX = 2;

const inflate = promisify(gunzip);

/** Reads a file and everything in it: the package or lote itself first, then each document, named after it. */
export async function* openArquivo(achavel: Achavel, confianca: Confianca): AsyncGenerator<Lido> {
  const { arquivo, pedido } = achavel;
  const bytes = "recusa" in achavel ? achavel.recusa : await readBytes(achavel.place);
  if (typeof bytes === "string") yield { arquivo, pedido, kind: "recusa", recusa: bytes };
  else yield* openConteudo({ arquivo, pedido, bytes }, confianca);
}

async function* openConteudo(conteudo: Conteudo, confianca: Confianca): AsyncGenerator<Lido> {
  const { arquivo, pedido } = conteudo;
  const bytes = isGzip(conteudo.bytes) ? await gunzipBytes(conteudo.bytes) : conteudo.bytes;
  if (bytes === null) {
    yield { arquivo, pedido, kind: "recusa", recusa: "gzip-invalido" };
    return;
  }
  const aberta = await openParte({ nome: path.basename(arquivo), tipo: "", bytes });
  if (aberta.kind === "arquivo") {
    yield* examine({ arquivo, pedido, bytes }, { confianca, depth: 0 });
    return;
  }
  if (aberta.kind === "recusado") {
    yield { arquivo, pedido, kind: "recusa", recusa: aberta.motivo };
    return;
  }
  yield { arquivo, pedido, kind: "pacote", arquivos: aberta.partes.length };
  const name = namer(arquivo);
  for (const parte of aberta.partes) yield* openDeDentro(parte, name(parte), confianca);
  for (const recusada of aberta.recusadas) {
    yield { arquivo: name(recusada), pedido: false, kind: "recusa", recusa: recusada.motivo };
  }
}

/** A file out of a package: the packages inside are open already, but a GZ is not. */
async function* openDeDentro(
  parte: { bytes: Uint8Array },
  arquivo: string,
  confianca: Confianca,
): AsyncGenerator<Lido> {
  const bytes = isGzip(parte.bytes) ? await gunzipBytes(parte.bytes) : parte.bytes;
  if (bytes === null) yield { arquivo, pedido: false, kind: "recusa", recusa: "gzip-invalido" };
  else yield* examine({ arquivo, pedido: false, bytes }, { confianca, depth: 0 });
}

function* examine(
  { arquivo, pedido, bytes }: Conteudo,
  { confianca, depth }: { confianca: Confianca; depth: number },
): Generator<Lido> {
  const exame = examineDfe(bytes, confianca);
  yield { arquivo, pedido, kind: "exame", exame };
  if (exame.leitura.kind !== "lote" || depth >= LOTES_MAX) return;
  const { documentos, recusados } = openLote(exame.bytes);
  let numero = 0;
  for (const documento of documentos) {
    numero += 1;
    const inside = { arquivo: `${arquivo}#${numero}`, pedido: false, bytes: documento.bytes };
    yield* examine(inside, { confianca, depth: depth + 1 });
  }
  for (const { nome, motivo } of recusados) {
    yield { arquivo: `${arquivo}#${nome}`, pedido: false, kind: "recusa", recusa: DO_LOTE[motivo] };
  }
}

const DO_LOTE: Readonly<Record<RecusaDoLote["motivo"], Recusa>> = {
  "grande-demais": "grande-demais",
  invalido: "lote-documento-invalido",
  "documentos-demais": "lote-muitos-documentos",
};

/** Names a file out of a package after the package; a name that comes twice gets the number of its entry too. */
function namer(pacote: string): (parte: { caminho: string; nome: string }) => string {
  const taken = new Set<string>();
  return ({ caminho, nome }) => {
    const folder = path.posix.dirname(caminho);
    const full = folder === "." ? `${pacote}/${nome}` : `${pacote}/${folder}/${nome}`;
    const arquivo = taken.has(full) ? `${full}#${path.posix.basename(caminho)}` : full;
    taken.add(full);
    return arquivo;
  };
}

async function readBytes(place: Buffer): Promise<Uint8Array | Recusa> {
  try {
    const { size } = await fs.stat(place);
    return size > LIMITES_PACOTE.comprimidoBytes ? "grande-demais" : await fs.readFile(place);
  } catch (error) {
    return recusaOfError(error);
  }
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** The same bounds as a ZIP's: null for what is broken or swells beyond them. */
async function gunzipBytes(bytes: Uint8Array): Promise<Uint8Array | null> {
  const { taxa, taxaLivreBytes, comprimidoBytes } = LIMITES_PACOTE;
  const maxOutputLength = Math.min(comprimidoBytes, Math.max(taxaLivreBytes, bytes.length * taxa));
  try {
    return await inflate(bytes, { maxOutputLength });
  } catch {
    return null;
  }
}
