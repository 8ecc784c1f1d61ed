import { type Part, toPart } from "../mime/part.ts";
import { type ArchiveRefusal, type Budget, spendBytes, spendStored } from "./budget.ts";
import { detectFormat } from "./format.ts";
import {
  checkNesting,
  type Nesting,
  nestIn,
  type OpenedPart,
  refuse,
  TOP_LEVEL,
  toRefusedPart,
  unpackPart,
} from "./unpack.ts";
import type { Volume } from "./volume.ts";
import { InvalidZipEntry, inflateEntry, streamEntry } from "./zip/entry.ts";
import { readEntryName } from "./zip/entry-name.ts";
import { listEntries, type SurveyedEntry, type SurveyedZip, surveyZip } from "./zip/survey.ts";

/**
 * Up to this size, in bytes, a file of a ZIP is opened in memory; the format of a larger one is
 * checked first.
 */
const SMALL_BYTES = 4 * 1024 * 1024;

/** A temporary volume; close releases its space. */
export type TemporaryVolume = Volume & { close(): Promise<void> };

/**
 * Means to open a volume: its budget, temporary storage for inner archives, and where to resume.
 */
export type VolumeContext = {
  budget: Budget;
  /** Stores the stream completely; when that throws, it stores nothing. */
  setAside(pieces: AsyncIterable<Uint8Array>): Promise<TemporaryVolume>;
  /**
   * Position of the last known part; it and those before it may be skipped. Empty: start from the
   * beginning.
   */
  depois: readonly number[];
};

/**
 * An open ZIP: the number of files, whether its index is whole, and its contents, each after its
 * container.
 */
export type OpenedVolume = {
  dentro: number;
  broken: ArchiveRefusal | null;
  partes: AsyncGenerator<OpenedPart>;
};

/**
 * Opens a ZIP too large for memory with all contents, like {@link unpackPart}: one file in memory
 * at a time, large inner archives on disk. Its parts are "1", "2", …; it is not a part itself.
 * @returns the reason to refuse it, or "arquivo" for office documents, which are ZIPs too
 */
export async function unpackVolume(
  volume: Volume,
  context: VolumeContext,
): Promise<OpenedVolume | ArchiveRefusal | "arquivo"> {
  const surveyed = await surveyZip(volume, context.budget);
  if (typeof surveyed === "string") return surveyed;
  const { dentro, broken } = surveyed;
  return {
    dentro,
    broken,
    partes: listPartsOf(surveyed, context, { prefixo: "", nesting: nestIn(TOP_LEVEL, "zip") }),
  };
}

/** Position of an archive: its path with a slash, and its nesting. */
type ArchivePosition = { prefixo: string; nesting: Nesting };

async function* listPartsOf(
  surveyed: SurveyedZip,
  context: VolumeContext,
  dentro: ArchivePosition,
): AsyncGenerator<OpenedPart> {
  const { budget, depois } = context;
  const [known = 0, ...rest] = depois;
  for await (const surveyedEntry of listEntries(surveyed, budget)) {
    const { numero, entry, motivo } = surveyedEntry;
    if (numero < known) {
      // An entry refused by its claims was not charged the first time either.
      if (motivo === null) spendBytes(budget, entry.inflatedSize);
    } else yield* openEntry(surveyedEntry, { ...context, depois: numero === known ? rest : [] }, dentro);
  }
  if (surveyed.broken === null) return;
  const caminho = `${dentro.prefixo}${surveyed.dentro}`;
  yield toRefusedPart({ caminho, nome: "sem-nome", motivo: surveyed.broken }, "zip", budget);
}

async function* openEntry(
  surveyedEntry: SurveyedEntry,
  context: VolumeContext,
  { prefixo, nesting }: ArchivePosition,
): AsyncGenerator<OpenedPart> {
  const { zip, numero, entry, motivo } = surveyedEntry;
  const { budget } = context;
  const nome = readEntryName(entry.rawName);
  const part = { ...toPart({ caminho: `${prefixo}${numero}`, nome, bytes: new Uint8Array() }), nome };
  if (motivo !== null) {
    yield toRefusedPart({ ...part, motivo }, "zip", budget);
    return;
  }
  if (entry.inflatedSize > SMALL_BYTES) {
    yield* openLarge({ ...surveyedEntry, part }, context, nesting);
    return;
  }
  const bytes = await inflateEntry(zip, { entry, budget });
  if (typeof bytes === "string") yield toRefusedPart({ ...part, motivo: bytes }, "zip", budget);
  else yield* unpackPart({ ...part, bytes }, budget, nesting);
}

type LargeEntry = SurveyedEntry & { part: Part & { nome: string } };

/**
 * Stores an inner archive on disk and opens it there; any other file is read into memory if its
 * size allows.
 */
async function* openLarge(
  large: LargeEntry,
  context: VolumeContext,
  nesting: Nesting,
): AsyncGenerator<OpenedPart> {
  const { zip, entry, part } = large;
  const { budget } = context;
  const no = (motivo: ArchiveRefusal) => toRefusedPart({ ...part, motivo }, "zip", budget);
  if (!spendBytes(budget, entry.inflatedSize)) {
    yield no("pacote-grande-demais");
    return;
  }
  const pieces = streamEntry(zip, entry);
  try {
    const first = await pieces.next();
    const head = first.done === true ? Buffer.alloc(0) : first.value;
    if (detectFormat(head.subarray(0, 4), part) === "zip") {
      const { inflatedSize: inflado } = entry;
      yield* openAside(part, { pieces: prepend(head, pieces), inflado, context, nesting });
    } else if (entry.inflatedSize > budget.limites.arquivoBytes) {
      yield no("pacote-grande-demais");
    } else {
      const bytes = Buffer.concat([head, ...(await collect(pieces))]);
      yield* unpackPart({ ...part, bytes }, budget, nesting);
    }
  } catch (error) {
    if (!(error instanceof InvalidZipEntry)) throw error;
    yield no("pacote-invalido");
  } finally {
    await pieces.return(undefined);
  }
}

type StoredArchive = {
  pieces: AsyncIterable<Uint8Array>;
  inflado: number;
  context: VolumeContext;
  nesting: Nesting;
};

async function* openAside(
  part: Part,
  { pieces, inflado, context, nesting }: StoredArchive,
): AsyncGenerator<OpenedPart> {
  const { budget } = context;
  const forbidden = checkNesting("zip", budget, nesting) ?? checkStored(budget, inflado);
  if (forbidden !== null) {
    yield { ...part, abertura: refuse("zip", forbidden, budget) };
    return;
  }
  const aside = await context.setAside(pieces);
  try {
    const surveyed = await surveyZip(aside, budget);
    if (surveyed === "arquivo") yield await toWholeFile(part, aside, budget);
    else if (typeof surveyed === "string") yield { ...part, abertura: refuse("zip", surveyed, budget) };
    else {
      const inteiro = surveyed.broken === null;
      yield { ...part, abertura: { kind: "pacote", formato: "zip", dentro: surveyed.dentro, inteiro } };
      const position = { prefixo: `${part.caminho}/`, nesting: nestIn(nesting, "zip") };
      yield* listPartsOf(surveyed, context, position);
    }
  } finally {
    await aside.close();
  }
}

/**
 * Refuses disk space to an archive over the size limit, or to more of them than the budget allows.
 */
function checkStored(budget: Budget, bytes: number): ArchiveRefusal | null {
  if (bytes > budget.limites.comprimidoBytes) return "pacote-grande-demais";
  return spendStored(budget, bytes) ? null : "pacote-grande-demais";
}

/** Reads an office document as one file. */
async function toWholeFile(part: Part, aside: Volume, budget: Budget): Promise<OpenedPart> {
  const { tamanho } = aside;
  if (tamanho > budget.limites.arquivoBytes) {
    return { ...part, abertura: refuse("zip", "pacote-grande-demais", budget) };
  }
  return { ...part, bytes: await aside.read(0, tamanho), abertura: { kind: "arquivo" } };
}

async function* prepend(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* rest;
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return all;
}
