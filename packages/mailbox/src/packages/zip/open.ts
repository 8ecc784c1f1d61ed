import { type ParteLida, toParte } from "../../mime/part.ts";
import { type Orcamento, type RecusaPacote, spendEntradas } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { volumeOf } from "../volume.ts";
import { type FimIndice, type Indice, readIndice, type Verbete } from "./central-directory.ts";
import { inflateVerbete, judgeVerbete, type Zip } from "./entry.ts";
import { readNomeZip } from "./entry-name.ts";

/** One entry of an archive: its file, or why it is refused. */
export type Entrada = ParteLida | { caminho: string; nome: string; motivo: RecusaPacote };

/** An open archive: the number of entries, inflated one by one on demand. */
export type ZipAberto = { dentro: number; entradas: AsyncIterable<Entrada> };

/**
 * Opens a ZIP within the budget. Each figure in it is a claim until the bytes are inflated; a bad
 * entry does not affect the others.
 * @returns the reason to refuse it, or "arquivo" for office documents, which are ZIPs too
 */
export async function openZip(
  bytes: Buffer,
  orcamento: Orcamento,
): Promise<ZipAberto | RecusaPacote | "arquivo"> {
  const { limites } = orcamento;
  if (bytes.length > limites.comprimidoBytes) return "pacote-grande-demais";
  const volume = volumeOf(bytes);
  const indice = await readIndice(volume, orcamento.entradasLivres);
  if (indice === null) return "pacote-invalido";
  if (!spendEntradas(orcamento, indice.total)) return "pacote-muitos-arquivos";
  if (isOffice(indice)) return "arquivo";
  const files = indice.verbetes.filter((verbete) => !verbete.pasta);
  const honest = files.filter((verbete) => judgeVerbete(verbete, orcamento) === null);
  const inflado = honest.reduce((sum, verbete) => sum + verbete.inflado, 0);
  if (isSuspect(inflado, bytes.length, limites)) return "pacote-taxa-suspeita";
  if (inflado > orcamento.infladoLivre) return "pacote-grande-demais";
  const broken = brokenOf(indice.fim);
  if (broken !== null && files.length === 0) return broken;
  if (files.length > 0 && files.every((verbete) => verbete.cifrado)) return "pacote-protegido";
  const zip = { achado: indice, volume, files, broken };
  return { dentro: files.length + (broken === null ? 0 : 1), entradas: readEntradas(zip, orcamento) };
}

/** The refusal for an index that is not complete. */
export function brokenOf(fim: FimIndice): RecusaPacote | null {
  if (fim === "completo") return null;
  return fim === "cifrado" ? "pacote-protegido" : "pacote-invalido";
}

type ZipLido = Zip & { files: readonly Verbete[]; broken: RecusaPacote | null };

async function* readEntradas(zip: ZipLido, orcamento: Orcamento): AsyncGenerator<Entrada> {
  let numero = 0;
  for (const verbete of zip.files) {
    numero += 1;
    const [caminho, nome] = [String(numero), readNomeZip(verbete.nomeRaw)];
    const bytes = judgeVerbete(verbete, orcamento) ?? (await inflateVerbete(zip, { verbete, orcamento }));
    yield typeof bytes === "string" ? { caminho, nome, motivo: bytes } : toParte({ caminho, nome, bytes });
  }
  // A truncated index hides entries: report that in their place.
  if (zip.broken !== null) yield { caminho: String(numero + 1), nome: "sem-nome", motivo: zip.broken };
}

/** Word, Excel, LibreOffice and e-book files: ZIP archives that count as one file. */
function isOffice(indice: Indice): boolean {
  return indice.verbetes.some(isOfficeMark);
}

/** Whether an entry, the nth from 0, marks such a file. */
export function isOfficeMark({ nomeRaw }: Verbete, n: number): boolean {
  const nome = nomeRaw.toString("latin1");
  return nome === "[Content_Types].xml" || (n === 0 && nome === "mimetype");
}
