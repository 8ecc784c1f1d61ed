import { type ArchiveRefusal, type Budget, spendEntries } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { bufferVolume, type Volume } from "../volume.ts";
import {
  findIndex,
  type IndexEnd,
  listZipEntries,
  type ZipEntry,
  type ZipIndex,
} from "./central-directory.ts";
import { checkLargeEntry, type Zip } from "./entry.ts";
import { isOfficeMark, refusalOfEnd } from "./open.ts";

/** Survey of a ZIP: number of files, and why its index lists no more (null when complete). */
export type SurveyedZip = { volume: Volume; dentro: number; broken: ArchiveRefusal | null };

/** One file, by its number from 1 in index order; `motivo` is the reason to refuse it. */
export type SurveyedEntry = { zip: Zip; numero: number; entry: ZipEntry; motivo: ArchiveRefusal | null };

/** Totals over a whole index. */
type ZipTotals = {
  arquivos: number;
  cifrados: number;
  inflatedSize: number;
  isOffice: boolean;
  fim: IndexEnd;
};

/**
 * Surveys a ZIP outside memory by its index, which is not kept: {@link listEntries} reads it
 * again. An inner archive may exceed the file limit, because it is streamed.
 * @returns the reason to refuse it, or "arquivo" for office documents
 */
export async function surveyZip(
  stored: Volume,
  budget: Budget,
): Promise<SurveyedZip | ArchiveRefusal | "arquivo"> {
  const { limites } = budget;
  if (stored.tamanho > limites.comprimidoBytes) return "pacote-grande-demais";
  const volume = bufferVolume(stored);
  const index = await findIndex(volume);
  if (index === null) return "pacote-invalido";
  if (!spendEntries(budget, index.zip.entryCount)) return "pacote-muitos-arquivos";
  const totals = await sumEntries(index, budget);
  if (totals.isOffice) return "arquivo";
  if (isSuspect(totals.inflatedSize, volume.tamanho, limites)) return "pacote-taxa-suspeita";
  if (totals.inflatedSize > budget.infladoLivre) return "pacote-grande-demais";
  const broken = refusalOfEnd(totals.fim);
  if (broken !== null && totals.arquivos === 0) return broken;
  if (totals.arquivos > 0 && totals.cifrados === totals.arquivos) return "pacote-protegido";
  return { volume, dentro: totals.arquivos + (broken === null ? 0 : 1), broken };
}

async function sumEntries(index: ZipIndex, budget: Budget): Promise<ZipTotals> {
  const totals: ZipTotals = { arquivos: 0, cifrados: 0, inflatedSize: 0, isOffice: false, fim: "completo" };
  let n = 0;
  for await (const entry of listZipEntries(index)) {
    if (typeof entry === "string") return { ...totals, fim: entry };
    totals.isOffice ||= isOfficeMark(entry, n);
    n += 1;
    if (entry.folder) continue;
    totals.arquivos += 1;
    if (entry.encrypted) totals.cifrados += 1;
    if (checkLargeEntry(entry, budget) === null) totals.inflatedSize += entry.inflatedSize;
  }
  return totals;
}

/** Yields the files, one at a time. */
export async function* listEntries({ volume }: SurveyedZip, budget: Budget): AsyncGenerator<SurveyedEntry> {
  const index = await findIndex(volume);
  if (index === null) return;
  const zip = { index, volume };
  let numero = 0;
  for await (const entry of listZipEntries(index)) {
    if (typeof entry === "string") return;
    if (entry.folder) continue;
    numero += 1;
    yield { zip, numero, entry, motivo: checkLargeEntry(entry, budget) };
  }
}
