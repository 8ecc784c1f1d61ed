import { type Part, toPart } from "../../mime/part.ts";
import { type ArchiveRefusal, type Budget, spendEntries } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { volumeOf } from "../volume.ts";
import { type IndexEnd, readIndex, type ZipEntries, type ZipEntry } from "./central-directory.ts";
import { checkEntry, inflateEntry, type Zip } from "./entry.ts";
import { readEntryName } from "./entry-name.ts";

/** One entry of an archive: its file, or why it is refused. */
export type ArchiveEntry = Part | { caminho: string; nome: string; motivo: ArchiveRefusal };

/** An open archive: the number of entries, inflated one by one on demand. */
export type OpenedZip = { dentro: number; entradas: AsyncIterable<ArchiveEntry> };

/**
 * Opens a ZIP within the budget. Each figure in it is a claim until the bytes are inflated; a bad
 * entry does not affect the others.
 * @returns the reason to refuse it, or "arquivo" for office documents, which are ZIPs too
 */
export async function openZip(
  bytes: Buffer,
  budget: Budget,
): Promise<OpenedZip | ArchiveRefusal | "arquivo"> {
  const { limites } = budget;
  if (bytes.length > limites.comprimidoBytes) return "pacote-grande-demais";
  const volume = volumeOf(bytes);
  const index = await readIndex(volume, budget.entradasLivres);
  if (index === null) return "pacote-invalido";
  if (!spendEntries(budget, index.total)) return "pacote-muitos-arquivos";
  if (isOffice(index)) return "arquivo";
  const files = index.entries.filter((entry) => !entry.folder);
  const honest = files.filter((entry) => checkEntry(entry, budget) === null);
  const inflatedSize = honest.reduce((sum, entry) => sum + entry.inflatedSize, 0);
  if (isSuspect(inflatedSize, bytes.length, limites)) return "pacote-taxa-suspeita";
  if (inflatedSize > budget.infladoLivre) return "pacote-grande-demais";
  const broken = refusalOfEnd(index.fim);
  if (broken !== null && files.length === 0) return broken;
  if (files.length > 0 && files.every((entry) => entry.encrypted)) return "pacote-protegido";
  const zip = { index, volume, files, broken };
  return { dentro: files.length + (broken === null ? 0 : 1), entradas: readEntries(zip, budget) };
}

/** The refusal for an index that is not complete. */
export function refusalOfEnd(end: IndexEnd): ArchiveRefusal | null {
  if (end === "completo") return null;
  return end === "cifrado" ? "pacote-protegido" : "pacote-invalido";
}

type ReadableZip = Zip & { files: readonly ZipEntry[]; broken: ArchiveRefusal | null };

async function* readEntries(zip: ReadableZip, budget: Budget): AsyncGenerator<ArchiveEntry> {
  let index = 0;
  for (const entry of zip.files) {
    index += 1;
    const [caminho, nome] = [String(index), readEntryName(entry.rawName)];
    const bytes = checkEntry(entry, budget) ?? (await inflateEntry(zip, { entry, budget }));
    yield typeof bytes === "string" ? { caminho, nome, motivo: bytes } : toPart({ caminho, nome, bytes });
  }
  // A truncated index hides entries: report that in their place.
  if (zip.broken !== null) yield { caminho: String(index + 1), nome: "sem-nome", motivo: zip.broken };
}

/** Word, Excel, LibreOffice and e-book files: ZIP archives that count as one file. */
function isOffice(index: ZipEntries): boolean {
  return index.entries.some(isOfficeMark);
}

/** Whether an entry, the nth from 0, marks such a file. */
export function isOfficeMark({ rawName }: ZipEntry, n: number): boolean {
  const nome = rawName.toString("latin1");
  return nome === "[Content_Types].xml" || (n === 0 && nome === "mimetype");
}
