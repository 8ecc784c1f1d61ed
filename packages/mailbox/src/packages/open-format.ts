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

/** A container to open, and its format. */
export type Fechado = { parte: ParteLida; bytes: Buffer; formato: Formato };

/**
 * Opens a container: its contents, what the part is when it holds nothing, or the reason to refuse
 * it.
 */
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
  // Copying counts against the budget too, although nothing is inflated.
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

/** Wraps bytes that only the raw message contained, under the nearest name found there. */
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
  // An S/MIME signature holds a MIME part with headers; a signed file holds the file itself.
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

/**
 * Reads the files of a tar. After a damaged header or the end mark, it still extracts documents.
 */
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

/**
 * Blank lines may precede a header, an angle bracket may not: such a part is a file, whatever its
 * type says.
 */
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

/** Counts the body, each document pasted into it and each part as one entry. */
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
