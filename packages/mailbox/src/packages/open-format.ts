import { findColados } from "../documents/pasted.ts";
import { findTrechos, hasDfe } from "../documents/roots.ts";
import { splitMensagem } from "../mime/message.ts";
import { type Desmontada, listPartes, type ParteLida, toColado, toParte } from "../mime/part.ts";
import { type Orcamento, type RecusaPacote, spendBytes, spendEntradas } from "./budget.ts";
import { openCms } from "./cms.ts";
import type { Abertura, Conteudo } from "./contents.ts";
import type { Formato } from "./format.ts";
import { gunzipWithin, readNomeGzip } from "./gzip.ts";
import { readTar } from "./tar.ts";
import { openTexto } from "./text.ts";
import { openTnef } from "./tnef.ts";
import { openZip } from "./zip/open.ts";

/** Something that has to be opened, and as what. */
export type Fechado = { parte: ParteLida; bytes: Buffer; formato: Formato };

/** What lies in it, what it is when nothing does, or why it is not opened. What it costs is paid before the work. */
export async function openFormato(
  { parte, bytes, formato }: Fechado,
  orcamento: Orcamento,
): Promise<Conteudo | Abertura | RecusaPacote> {
  if (formato === "resgate") return openResgate(parte, orcamento);
  if (formato === "zip") return await openZipDe(bytes, orcamento);
  if (formato === "gzip") return await openGzip(parte, bytes, orcamento);
  if (formato === "pgp") return "conteudo-cifrado";
  if (formato !== "assinado" && formato !== "tnef" && formato !== "mensagem" && formato !== "tar")
    return "pacote-formato";
  // Copies cost too, though nothing is inflated.
  if (!spendBytes(orcamento, bytes.length)) return "pacote-grande-demais";
  if (formato === "assinado") return openAssinado(parte, bytes, orcamento);
  if (formato === "tnef") return openWinmail(bytes, orcamento);
  return formato === "tar" ? openTar(bytes, orcamento) : await openMensagem(bytes, orcamento);
}

async function openZipDe(bytes: Buffer, orcamento: Orcamento): Promise<Conteudo | Abertura | RecusaPacote> {
  const zip = await openZip(bytes, orcamento);
  if (zip === "arquivo") return { kind: "arquivo" };
  if (typeof zip === "string") return zip;
  return { formato: "zip", dentro: zip.dentro, inteiro: true, itens: zip.entradas };
}

async function openGzip(
  { nome }: ParteLida,
  bytes: Buffer,
  orcamento: Orcamento,
): Promise<Conteudo | RecusaPacote> {
  if (!spendEntradas(orcamento, 1)) return "pacote-muitos-arquivos";
  const inflated = await gunzipWithin(bytes, orcamento);
  if (typeof inflated === "string") return inflated;
  return toUnico("gzip", toParte({ caminho: "1", nome: readNomeGzip(bytes, nome), bytes: inflated }));
}

/** What the raw message alone showed, under the name that was near it. */
function openResgate(parte: ParteLida, orcamento: Orcamento): Conteudo | RecusaPacote {
  if (!spendEntradas(orcamento, 1)) return "pacote-muitos-arquivos";
  return toUnico("resgate", { ...parte, caminho: "1", origem: "anexo", escrita: null });
}

function toUnico(formato: Formato, item: ParteLida): Conteudo {
  return { formato, dentro: 1, inteiro: true, itens: [item] };
}

function openAssinado(
  { nome }: ParteLida,
  bytes: Buffer,
  orcamento: Orcamento,
): Conteudo | Abertura | RecusaPacote {
  const cms = openCms(bytes);
  if (cms.kind === "assinatura") return { kind: "assinatura" };
  if (cms.kind === "cifrado") return "conteudo-cifrado";
  if (cms.kind === "invalido") return "pacote-invalido";
  if (cms.kind === "outro") return "pacote-formato";
  if (!spendEntradas(orcamento, 1)) return "pacote-muitos-arquivos";
  // What an S/MIME signature holds is a MIME part with its headers; what a signed file holds is the file.
  const isMime = /^(?:content-|mime-version)[\w-]*:/i.test(cms.bytes.toString("latin1", 0, 64));
  const tipo = isMime ? "message/rfc822" : "application/octet-stream";
  return toUnico(
    "assinado",
    toParte({ caminho: "1", nome: (nome ?? "").replace(/\.p7[ms]$/i, "") || null, tipo, bytes: cms.bytes }),
  );
}

function openWinmail(bytes: Buffer, orcamento: Orcamento): Conteudo | RecusaPacote {
  const { texto, html, anexos, faltam, inteiro } = openTnef(bytes);
  if (!inteiro && anexos.length + faltam === 0 && texto === null && html === null) return "pacote-invalido";
  const colados = [
    ...findColados(texto ?? "", false),
    ...(texto === null ? findColados(html ?? "", true) : []),
  ];
  const partes = anexos.map((anexo, i) => toParte({ ...anexo, caminho: String(i + 1) }));
  const isInteiro = inteiro && faltam === 0;
  return toConteudo({ formato: "tnef", inteiro: isInteiro }, { texto, html, colados, partes }, orcamento);
}

/** Its files, and of what stands behind a damaged header or behind the end mark at least the documents. */
function openTar(bytes: Buffer, orcamento: Orcamento): Conteudo | RecusaPacote {
  const tar = readTar(bytes, { maximo: orcamento.entradasLivres, limites: orcamento.limites });
  if (tar === null) return "pacote-muitos-arquivos";
  const { entradas, cabecalhos, resto, inteiro } = tar;
  const soltos = findTrechos(resto).map(({ inicio, fim }) => resto.subarray(inicio, fim));
  if (!inteiro && entradas.length + soltos.length === 0) return "pacote-invalido";
  if (!spendEntradas(orcamento, cabecalhos + soltos.length)) return "pacote-muitos-arquivos";
  const colados = soltos.map((solto, i) => toColado(solto, String(entradas.length + i + 1)));
  const itens = [...entradas, ...colados];
  return { formato: "tar", dentro: itens.length, inteiro, itens };
}

/** Before a header may stand blank lines, but never a bracket: what is called a message and begins with one is a file. */
const NAO_MENSAGEM = /^(?:\xef\xbb\xbf)?\s*</;

async function openMensagem(
  bytes: Buffer,
  orcamento: Orcamento,
): Promise<Conteudo | Abertura | RecusaPacote> {
  if (NAO_MENSAGEM.test(bytes.toString("latin1", 0, 64))) return openTexto(bytes, orcamento);
  let start = 0;
  while (bytes[start] === 0x0d || bytes[start] === 0x0a) start += 1;
  const split = await splitMensagem(bytes.subarray(start));
  if (split.kind === "ilegivel") {
    const isFile = split.motivo === "sem-cabecalho" || split.motivo === "vazia" || hasDfe(bytes);
    return isFile ? openTexto(bytes, orcamento) : "pacote-invalido";
  }
  const { corpoTexto: texto, corpoHtml: html, colados, partes, incompleta } = split.mensagem;
  const aberta = { formato: "mensagem", inteiro: incompleta === null } as const;
  return toConteudo(aberta, { texto, html, colados, partes }, orcamento);
}

/** The body is an entry like each part, and each document pasted into it. */
function toConteudo(
  aberto: Pick<Conteudo, "formato" | "inteiro">,
  desmontada: Desmontada,
  orcamento: Orcamento,
): Conteudo | RecusaPacote {
  const { texto, html, colados, partes } = desmontada;
  const corpos = texto === null && html === null ? 0 : 1;
  const dentro = colados.length + partes.length;
  if (!spendEntradas(orcamento, dentro + corpos)) return "pacote-muitos-arquivos";
  return { ...aberto, dentro, itens: listPartes(desmontada) };
}
