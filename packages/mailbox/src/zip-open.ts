import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { isSuspect } from "./gzip.ts";
import { type Orcamento, type RecusaPacote, spendBytes, spendEntradas } from "./orcamento.ts";
import { type ParteLida, toParte } from "./parte.ts";
import { findDados, type Indice, readIndice, type Verbete } from "./zip-index.ts";
import { readNomeZip } from "./zip-nome.ts";

/** One entry of a package: its file, or why it has none. */
export type Entrada = ParteLida | { caminho: string; nome: string; motivo: RecusaPacote };

/** A package that is open: how many entries it has, inflated one by one as they are taken. */
export type ZipAberto = { dentro: number; entradas: AsyncIterable<Entrada> };

const inflate = promisify(inflateRaw);

/**
 * Opens a ZIP within what the e-mail may still cost. Every figure in it is a claim until the bytes are inflated; one bad entry never
 * costs the good ones.
 * @returns why not, or "arquivo" for office documents, which are ZIPs too
 */
export async function openZip(
  bytes: Buffer,
  orcamento: Orcamento,
): Promise<ZipAberto | RecusaPacote | "arquivo"> {
  const { limites } = orcamento;
  if (bytes.length > limites.comprimidoBytes) return "pacote-grande-demais";
  const indice = await readIndice(bytes, orcamento.entradasLivres);
  if (indice === null) return "pacote-invalido";
  if (!spendEntradas(orcamento, indice.total)) return "pacote-muitos-arquivos";
  if (isOffice(indice)) return "arquivo";
  const files = indice.verbetes.filter((verbete) => !verbete.pasta);
  const honest = files.filter((verbete) => judgeVerbete(verbete, orcamento) === null);
  const inflado = honest.reduce((sum, verbete) => sum + verbete.inflado, 0);
  if (isSuspect(inflado, bytes.length, limites)) return "pacote-taxa-suspeita";
  if (inflado > orcamento.infladoLivre) return "pacote-grande-demais";
  const broken = brokenOf(indice);
  if (broken !== null && files.length === 0) return broken;
  if (files.length > 0 && files.every((verbete) => verbete.cifrado)) return "pacote-protegido";
  const zip = { indice, bytes, files, broken };
  return { dentro: files.length + (broken === null ? 0 : 1), entradas: readEntradas(zip, orcamento) };
}

function brokenOf({ fim }: Indice): RecusaPacote | null {
  if (fim === "completo") return null;
  return fim === "cifrado" ? "pacote-protegido" : "pacote-invalido";
}

type Zip = { indice: Indice; bytes: Buffer; files: readonly Verbete[]; broken: RecusaPacote | null };

async function* readEntradas(zip: Zip, orcamento: Orcamento): AsyncGenerator<Entrada> {
  let numero = 0;
  for (const verbete of zip.files) {
    numero += 1;
    const [caminho, nome] = [String(numero), readNomeZip(verbete.nomeRaw)];
    const bytes = judgeVerbete(verbete, orcamento) ?? (await inflateVerbete(zip, { verbete, orcamento }));
    yield typeof bytes === "string" ? { caminho, nome, motivo: bytes } : toParte({ caminho, nome, bytes });
  }
  // An index that breaks off hides entries: that too is said, in the place where they would be.
  if (zip.broken !== null) yield { caminho: String(numero + 1), nome: "sem-nome", motivo: zip.broken };
}

/** What an entry's own claims already forbid, before a byte of it is touched. */
function judgeVerbete(verbete: Verbete, { limites }: Orcamento): RecusaPacote | null {
  const { comprimido, inflado } = verbete;
  if (verbete.cifrado) return "pacote-protegido";
  if (verbete.especial) return "pacote-link";
  if (verbete.metodo !== 0 && verbete.metodo !== 8) return "pacote-formato";
  if (verbete.metodo === 0 && comprimido !== inflado) return "pacote-invalido";
  if (isSuspect(inflado, comprimido, limites)) return "pacote-taxa-suspeita";
  return inflado > limites.arquivoBytes ? "pacote-grande-demais" : null;
}

type Lugar = { verbete: Verbete; orcamento: Orcamento };

/** The bytes of an entry, which must be exactly as many as claimed, under the claimed checksum. */
async function inflateVerbete(
  { indice, bytes }: Zip,
  { verbete, orcamento }: Lugar,
): Promise<Buffer | RecusaPacote> {
  const { comprimido, inflado, metodo } = verbete;
  const start = await findDados(indice, verbete);
  if (start === null || start + comprimido > bytes.length) return "pacote-invalido";
  if (!spendBytes(orcamento, inflado)) return "pacote-grande-demais";
  const raw = bytes.subarray(start, start + comprimido);
  const conteudo = metodo === 0 ? Buffer.from(raw) : await inflateExactly(raw, inflado);
  if (conteudo === null || conteudo.length !== inflado) return "pacote-invalido";
  if (crc32(conteudo) !== verbete.crc32) return "pacote-invalido";
  return conteudo;
}

/** Stops at the claimed size: whoever claims little and holds much gets no more memory than claimed. */
async function inflateExactly(raw: Buffer, inflado: number): Promise<Buffer | null> {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(inflado, 1) });
  } catch {
    return null;
  }
}

/** Word, Excel, LibreOffice and e-book files: packages to a programmer, one file to everybody else. */
function isOffice(indice: Indice): boolean {
  const names = indice.verbetes.map((verbete) => verbete.nomeRaw.toString("latin1"));
  return names[0] === "mimetype" || names.includes("[Content_Types].xml");
}
