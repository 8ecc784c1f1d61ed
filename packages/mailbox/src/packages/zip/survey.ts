import { type Orcamento, type RecusaPacote, spendEntradas } from "../budget.ts";
import { isSuspect } from "../gzip.ts";
import { nearOf, type Volume } from "../volume.ts";
import {
  type FimIndice,
  findIndice,
  listVerbetes,
  type Verbete,
  type ZipAchado,
} from "./central-directory.ts";
import { judgeGrande, type Zip } from "./entry.ts";
import { brokenOf, isOfficeMark } from "./open.ts";

/** Survey of a ZIP: number of files, and why its index lists no more (null when complete). */
export type ZipVisto = { volume: Volume; dentro: number; broken: RecusaPacote | null };

/** One file, by its number from 1 in index order; `motivo` is the reason to refuse it. */
export type EntradaZip = { zip: Zip; numero: number; verbete: Verbete; motivo: RecusaPacote | null };

/** Totals over a whole index. */
type Vista = { arquivos: number; cifrados: number; inflado: number; isOffice: boolean; fim: FimIndice };

/**
 * Surveys a ZIP outside memory by its index, which is not kept: {@link listEntradas} reads it
 * again. An inner archive may exceed the file limit, because it is streamed.
 * @returns the reason to refuse it, or "arquivo" for office documents
 */
export async function lookOverZip(
  stored: Volume,
  orcamento: Orcamento,
): Promise<ZipVisto | RecusaPacote | "arquivo"> {
  const { limites } = orcamento;
  if (stored.tamanho > limites.comprimidoBytes) return "pacote-grande-demais";
  const volume = nearOf(stored);
  const achado = await findIndice(volume);
  if (achado === null) return "pacote-invalido";
  if (!spendEntradas(orcamento, achado.zip.entryCount)) return "pacote-muitos-arquivos";
  const vista = await lookOver(achado, orcamento);
  if (vista.isOffice) return "arquivo";
  if (isSuspect(vista.inflado, volume.tamanho, limites)) return "pacote-taxa-suspeita";
  if (vista.inflado > orcamento.infladoLivre) return "pacote-grande-demais";
  const broken = brokenOf(vista.fim);
  if (broken !== null && vista.arquivos === 0) return broken;
  if (vista.arquivos > 0 && vista.cifrados === vista.arquivos) return "pacote-protegido";
  return { volume, dentro: vista.arquivos + (broken === null ? 0 : 1), broken };
}

async function lookOver(achado: ZipAchado, orcamento: Orcamento): Promise<Vista> {
  const vista: Vista = { arquivos: 0, cifrados: 0, inflado: 0, isOffice: false, fim: "completo" };
  let n = 0;
  for await (const verbete of listVerbetes(achado)) {
    if (typeof verbete === "string") return { ...vista, fim: verbete };
    vista.isOffice ||= isOfficeMark(verbete, n);
    n += 1;
    if (verbete.pasta) continue;
    vista.arquivos += 1;
    if (verbete.cifrado) vista.cifrados += 1;
    if (judgeGrande(verbete, orcamento) === null) vista.inflado += verbete.inflado;
  }
  return vista;
}

/** Yields the files, one at a time. */
export async function* listEntradas({ volume }: ZipVisto, orcamento: Orcamento): AsyncGenerator<EntradaZip> {
  const achado = await findIndice(volume);
  if (achado === null) return;
  const zip = { achado, volume };
  let numero = 0;
  for await (const verbete of listVerbetes(achado)) {
    if (typeof verbete === "string") return;
    if (verbete.pasta) continue;
    numero += 1;
    yield { zip, numero, verbete, motivo: judgeGrande(verbete, orcamento) };
  }
}
