import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { KeySet } from "../certificates/key-set.ts";
import { createDocumentGenerator } from "../document-generator.ts";
import type { DocumentType, GenerationRequest } from "./arguments.ts";
import { createSeededRandom } from "./seeded-random.ts";
import { type GeneratedFile, openTrip } from "./trip-documents.ts";

/** A range of the request: the work of one thread. */
export type GenerationRange = {
  request: GenerationRequest;
  keySet: KeySet;
  /** All documents are issued before this ISO instant. */
  now: string;
  /** Documents from `inicio` to `fim`, the latter excluded. */
  inicio: number;
  fim: number;
};

/** The number and size of the written documents. */
export type GenerationTotals = {
  documentos: number;
  bytes: number;
  porTipo: Partial<Record<DocumentType, number>>;
};

type ReadyDocument = GeneratedFile & { tipo: DocumentType; index: number };

/** Documents written together, while the next ones are being signed. */
const BATCH_SIZE = 64;
const PER_FOLDER = 1000;
const FOLDER_NAME_LENGTH = 5;

/** Creates and writes the documents of a range. */
export async function generateRange(range: GenerationRange): Promise<GenerationTotals> {
  const { saida } = range.request;
  const totals: GenerationTotals = { documentos: 0, bytes: 0, porTipo: {} };
  let writing: Promise<unknown> = Promise.resolve();
  let batch: ReadyDocument[] = [];
  const send = async (): Promise<void> => {
    await writing;
    writing = writeBatch(batch, saida, totals);
    batch = [];
  };
  for (const ready of makeDocuments(range)) {
    batch.push(ready);
    if (batch.length === BATCH_SIZE) await send();
  }
  await send();
  await writing;
  return totals;
}

function* makeDocuments({ request, keySet, now, inicio, fim }: GenerationRange): Generator<ReadyDocument> {
  const { tipos, semente: seed } = request;
  const random = createSeededRandom();
  const generator = createDocumentGenerator(keySet, random);
  const settings = { generator, random, now: new Date(now), semente: seed };
  for (let first = inicio; first < fim; first += tipos.length) {
    const trip = openTrip(settings, first / tipos.length);
    for (const [order, tipo] of tipos.entries()) {
      if (first + order < fim) yield { ...trip[tipo](), tipo, index: first + order };
    }
  }
}

async function writeBatch(
  batch: readonly ReadyDocument[],
  saida: string,
  totals: GenerationTotals,
): Promise<void> {
  const folders = new Set(batch.map(({ index }) => subfolderOf(saida, index)));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all(
    batch.map(({ nome, xml, tipo, index }) => {
      const content = Buffer.from(xml, "utf8");
      totals.documentos += 1;
      totals.bytes += content.length;
      totals.porTipo[tipo] = (totals.porTipo[tipo] ?? 0) + 1;
      return writeFile(path.join(subfolderOf(saida, index), nome), content);
    }),
  );
}

/** The subfolder of a document: a thousand documents each, so that folders can be listed quickly. */
function subfolderOf(saida: string, index: number): string {
  return path.join(saida, String(Math.floor(index / PER_FOLDER)).padStart(FOLDER_NAME_LENGTH, "0"));
}
