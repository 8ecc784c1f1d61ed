import { promisify } from "node:util";
import { crc32, inflateRaw } from "node:zlib";
import { findDados, type Indice, readIndice, type Verbete } from "./zip-index.ts";
import { readNomeZip } from "./zip-nome.ts";

/** Why a package, or one entry of it, was not opened; each has its sentence in the contract. */
export const RECUSAS_PACOTE = [
  "pacote-protegido",
  "pacote-invalido",
  "pacote-grande-demais",
  "pacote-fundo-demais",
  "pacote-muitos-arquivos",
  "pacote-taxa-suspeita",
  "pacote-link",
] as const;
export type RecusaPacote = (typeof RECUSAS_PACOTE)[number];

/** How much a package may be. The figures are those that decompression bombs are measured against. */
export type LimitesPacote = {
  /** Bytes of one package as it came. */
  comprimidoBytes: number;
  /** Bytes of everything inside, inner packages included. */
  infladoBytes: number;
  /** Entries in all, inner packages included. */
  entradas: number;
  /** Inflated over compressed, of one entry and of a package. */
  taxa: number;
  /** Up to this size inflated, no ratio is suspect: a page of blanks is no bomb. */
  taxaLivreBytes: number;
  /** Packages within packages; 1 is a plain one. */
  profundidade: number;
};

export const LIMITES_PACOTE: LimitesPacote = {
  comprimidoBytes: 50 * 1024 * 1024,
  infladoBytes: 500 * 1024 * 1024,
  entradas: 20_000,
  taxa: 200,
  taxaLivreBytes: 1024 * 1024,
  profundidade: 3,
};

/** One file out of a package; `caminho` ("2", "2/1" inside an inner package) is unique in it, `nome` only a label. */
export type ParteAberta = { caminho: string; nome: string; bytes: Uint8Array };
export type ParteRecusada = { caminho: string; nome: string; motivo: RecusaPacote };

/** What a part turned out to be: a file, a package with its files and refusals, or a package not opened at all. */
export type Aberta =
  | { kind: "arquivo" }
  | { kind: "pacote"; formato: "zip"; partes: ParteAberta[]; recusadas: ParteRecusada[] }
  | { kind: "recusado"; motivo: RecusaPacote };

/** The work on one outermost package: what it still may cost, and what came of it. */
type Obra = {
  limites: LimitesPacote;
  infladoLivre: number;
  entradasLivres: number;
  partes: ParteAberta[];
  recusadas: ParteRecusada[];
};

const inflate = promisify(inflateRaw);

/** Opens a part if it is a ZIP, by its bytes and not by its name, and the ZIPs inside it. Office documents are ZIPs too
 * but count as files. Never throws on what a stranger packed; every entry ends in `partes` or in `recusadas`. */
export async function openParte(
  parte: { nome: string | null; tipo: string; bytes: Uint8Array },
  limites: Partial<LimitesPacote> = {},
): Promise<Aberta> {
  const bytes = Buffer.from(parte.bytes.buffer, parte.bytes.byteOffset, parte.bytes.byteLength);
  if (!isZip(bytes, parte.nome ?? "")) return { kind: "arquivo" };
  const all = { ...LIMITES_PACOTE, ...limites };
  const obra: Obra = {
    limites: all,
    infladoLivre: all.infladoBytes,
    entradasLivres: all.entradas,
    partes: [],
    recusadas: [],
  };
  const fim = await openPacote(obra, bytes, "");
  if (fim === "arquivo") return { kind: "arquivo" };
  if (fim !== "aberto") return { kind: "recusado", motivo: fim };
  return { kind: "pacote", formato: "zip", partes: obra.partes, recusadas: obra.recusadas };
}

/** Local file header, or the end record of an empty package. */
const ASSINATURAS = [Buffer.from("PK\x03\x04", "latin1"), Buffer.from("PK\x05\x06", "latin1")] as const;

/** How far from the end the end record can be: its 22 bytes and the longest comment. */
const FIM_MAX_BYTES = 22 + 65_535;

function isZip(bytes: Buffer, nome: string): boolean {
  if (ASSINATURAS.some((magic) => bytes.subarray(0, magic.length).equals(magic))) return true;
  // a package behind foreign bytes (self-extracting, or pasted): only when it also calls itself one
  return /\.zip$/i.test(nome) && bytes.subarray(-FIM_MAX_BYTES).includes(ASSINATURAS[1]);
}

/** @param prefixo path of the package itself, "" for the outermost; its length is the depth */
async function openPacote(
  obra: Obra,
  bytes: Buffer,
  prefixo: string,
): Promise<RecusaPacote | "aberto" | "arquivo"> {
  const { limites } = obra;
  if (bytes.length > limites.comprimidoBytes) return "pacote-grande-demais";
  const indice = await readIndice(bytes, obra.entradasLivres);
  if (indice === null) return "pacote-invalido";
  if (indice.total > obra.entradasLivres) return "pacote-muitos-arquivos";
  if (isOffice(indice)) return "arquivo";
  obra.entradasLivres -= indice.total;
  const honest = indice.verbetes.filter((verbete) => judgeVerbete(verbete, obra) === null);
  const inflado = honest.reduce((sum, verbete) => sum + verbete.inflado, 0);
  if (isSuspect(inflado, bytes.length, limites)) return "pacote-taxa-suspeita";
  if (inflado > obra.infladoLivre) return "pacote-grande-demais";
  let numero = 0;
  for (const verbete of indice.verbetes) {
    if (verbete.pasta) continue;
    numero++;
    await openVerbete(obra, { indice, bytes, verbete, caminho: joinCaminho(prefixo, numero) });
  }
  return closeIndice(obra, indice, { prefixo, numero: numero + 1 });
}

/** An index that breaks off hides entries: that too is said, in the place where they would be. */
function closeIndice(
  obra: Obra,
  indice: Indice,
  lugar: { prefixo: string; numero: number },
): RecusaPacote | "aberto" {
  if (indice.fim === "completo") return "aberto";
  const motivo = indice.fim === "cifrado" ? "pacote-protegido" : "pacote-invalido";
  if (indice.verbetes.length === 0) return motivo;
  obra.recusadas.push({ caminho: joinCaminho(lugar.prefixo, lugar.numero), nome: "sem-nome", motivo });
  return "aberto";
}

function joinCaminho(prefixo: string, numero: number): string {
  return prefixo === "" ? String(numero) : `${prefixo}/${numero}`;
}

type Lugar = { indice: Indice; bytes: Buffer; verbete: Verbete; caminho: string };

async function openVerbete(obra: Obra, lugar: Lugar): Promise<void> {
  const { verbete, caminho } = lugar;
  const nome = readNomeZip(verbete.nomeRaw);
  const conteudo = judgeVerbete(verbete, obra) ?? (await inflateVerbete(obra, lugar));
  if (typeof conteudo === "string") {
    obra.recusadas.push({ caminho, nome, motivo: conteudo });
    return;
  }
  if (!isZip(conteudo, nome)) {
    obra.partes.push({ caminho, nome, bytes: conteudo });
    return;
  }
  const depth = caminho.split("/").length + 1;
  const fim =
    depth > obra.limites.profundidade ? "pacote-fundo-demais" : await openPacote(obra, conteudo, caminho);
  if (fim === "arquivo") obra.partes.push({ caminho, nome, bytes: conteudo });
  else if (fim !== "aberto") obra.recusadas.push({ caminho, nome, motivo: fim });
}

/** What an entry's own claims already forbid, before a byte of it is touched. */
function judgeVerbete(verbete: Verbete, obra: Obra): RecusaPacote | null {
  const { comprimido, inflado } = verbete;
  const { limites } = obra;
  if (verbete.cifrado) return "pacote-protegido";
  if (verbete.especial) return "pacote-link";
  if (verbete.metodo !== 0 && verbete.metodo !== 8) return "pacote-invalido";
  if (verbete.metodo === 0 && comprimido !== inflado) return "pacote-invalido";
  if (isSuspect(inflado, comprimido, limites)) return "pacote-taxa-suspeita";
  if (inflado > limites.infladoBytes) return "pacote-grande-demais";
  return null;
}

/** The bytes of an entry, which must be exactly as many as claimed, under the claimed checksum. */
async function inflateVerbete(obra: Obra, { indice, bytes, verbete }: Lugar): Promise<Buffer | RecusaPacote> {
  const { comprimido, inflado, metodo } = verbete;
  if (inflado > obra.infladoLivre) return "pacote-grande-demais";
  const start = await findDados(indice, verbete);
  if (start === null || start + comprimido > bytes.length) return "pacote-invalido";
  const raw = bytes.subarray(start, start + comprimido);
  const conteudo = metodo === 0 ? Buffer.from(raw) : await inflateExactly(raw, inflado);
  if (conteudo === null || conteudo.length !== inflado) return "pacote-invalido";
  if (crc32(conteudo) !== verbete.crc32) return "pacote-invalido";
  obra.infladoLivre -= inflado;
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

/** Also asked of the package as a whole: entries that share the same bytes (42 KB for 5 GB) each look modest.
 * @source D. Fifield, "A better zip bomb", USENIX WOOT 2019 */
function isSuspect(inflado: number, comprimido: number, limites: LimitesPacote): boolean {
  return inflado > limites.taxaLivreBytes && inflado > comprimido * limites.taxa;
}

/** Word, Excel, LibreOffice and e-book files: packages to a programmer, one file to everybody else. */
function isOffice(indice: Indice): boolean {
  const names = indice.verbetes.map((verbete) => verbete.nomeRaw.toString("latin1"));
  return names[0] === "mimetype" || names.includes("[Content_Types].xml");
}
