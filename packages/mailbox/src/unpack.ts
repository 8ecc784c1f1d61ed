import { findColados } from "./colado.ts";
import { type Formato, sniffFormato } from "./formato.ts";
import { gunzipWithin, readNomeGzip } from "./gzip.ts";
import { splitMensagem } from "./mime.ts";
import { decodeBytes } from "./mime-header.ts";
import { createOrcamento, type Orcamento, type RecusaPacote } from "./orcamento.ts";
import { type Desmontada, listPartes, type ParteLida, toColado, toParte } from "./parte.ts";
import { findTrechos } from "./raizes.ts";
import { openCms } from "./smime.ts";
import { openTnef } from "./tnef.ts";
import { type Entrada, openZip } from "./zip-open.ts";

/** What a part turned out to be. */
export type Abertura =
  /** A file, to be read. */
  | { kind: "arquivo" }
  /** The body of a message. */
  | { kind: "corpo"; comDfe: boolean }
  /** Opened; what was inside follows. `inteiro` is false when it breaks off. */
  | { kind: "pacote"; formato: Formato; dentro: number; inteiro: boolean }
  /** A signature whose content lies elsewhere. */
  | { kind: "assinatura" }
  | { kind: "recusado"; formato: Formato; motivo: RecusaPacote };

/** A part with what it turned out to be; of an entry that was refused unopened there are no bytes. */
export type ParteAberta = ParteLida & { abertura: Abertura };

/** What of one thing is inside another, on the way to it. */
type Fundo = { pacotes: number; mensagens: number; niveis: number };
const RASO: Fundo = { pacotes: 0, mensagens: 0, niveis: 0 };

/** What lies in a part: paths are relative to it. */
type Conteudo = {
  formato: Formato;
  dentro: number;
  inteiro: boolean;
  itens: Iterable<Entrada> | AsyncIterable<Entrada>;
};

/**
 * Opens one part and all that is inside it, by their bytes and never by name or type alone: the part first, then whatever it holds, each
 * after what it lay in, one at a time. Never throws on what a stranger packed; everything that was seen is answered with what became of it.
 * @param orcamento one for all parts of an e-mail
 */
export async function* unpackParte(
  parte: ParteLida,
  orcamento: Orcamento = createOrcamento(),
): AsyncGenerator<ParteAberta> {
  yield* unpack(parte, orcamento, RASO);
}

async function* unpack(parte: ParteLida, orcamento: Orcamento, fundo: Fundo): AsyncGenerator<ParteAberta> {
  if (parte.origem === "corpo" || parte.origem === "corpo-com-dfe") {
    yield { ...parte, abertura: { kind: "corpo", comDfe: parte.origem === "corpo-com-dfe" } };
    return;
  }
  const conteudo = await open(parte, orcamento, fundo);
  if (!("itens" in conteudo)) {
    yield { ...parte, abertura: conteudo };
    return;
  }
  const { itens, ...aberto } = conteudo;
  yield { ...parte, abertura: { kind: "pacote", ...aberto } };
  const within = goDown(fundo, aberto.formato);
  for await (const item of itens) {
    const caminho = `${parte.caminho}/${item.caminho}`;
    if ("motivo" in item) yield toRecusada({ ...item, caminho }, aberto.formato, orcamento);
    else yield* unpack({ ...item, caminho }, orcamento, within);
  }
}

function goDown(fundo: Fundo, formato: Formato): Fundo {
  return {
    pacotes: fundo.pacotes + (formato === "zip" || formato === "gzip" ? 1 : 0),
    mensagens: fundo.mensagens + (formato === "mensagem" ? 1 : 0),
    niveis: fundo.niveis + 1,
  };
}

function toRecusada(
  { caminho, nome, motivo }: Extract<Entrada, { motivo: unknown }>,
  formato: Formato,
  orcamento: Orcamento,
): ParteAberta {
  const bytes = new Uint8Array();
  return { ...toParte({ caminho, nome, bytes }), abertura: refuse(formato, motivo, orcamento) };
}

const SUSPEITAS: ReadonlySet<RecusaPacote> = new Set([
  "pacote-fundo-demais",
  "pacote-taxa-suspeita",
  "pacote-muitos-arquivos",
  "pacote-grande-demais",
]);

function refuse(
  formato: Formato,
  motivo: RecusaPacote,
  orcamento: Orcamento,
): Extract<Abertura, { kind: "recusado" }> {
  if (SUSPEITAS.has(motivo)) orcamento.suspeitas += 1;
  return { kind: "recusado", formato, motivo };
}

async function open(parte: ParteLida, orcamento: Orcamento, fundo: Fundo): Promise<Conteudo | Abertura> {
  const bytes = Buffer.from(parte.bytes.buffer, parte.bytes.byteOffset, parte.bytes.byteLength);
  if (parte.origem === "achado") return openAchado(parte);
  const formato = sniffFormato(bytes, parte);
  if (formato === null) return openTexto(bytes);
  const forbidden = judgeFundo(formato, orcamento, fundo);
  if (forbidden !== null) return refuse(formato, forbidden, orcamento);
  const opened = await openFormato({ parte, bytes, formato }, orcamento);
  return typeof opened === "string" ? refuse(formato, opened, orcamento) : opened;
}

/** How deep a bomb may lie is decided before a byte of it is touched. */
function judgeFundo(formato: Formato, { limites, suspeitas }: Orcamento, fundo: Fundo): RecusaPacote | null {
  if (suspeitas >= limites.suspeitas) return "pacote-taxa-suspeita";
  const isPacote = formato === "zip" || formato === "gzip";
  const tooDeep =
    (isPacote && fundo.pacotes >= limites.profundidade) ||
    (formato === "mensagem" && fundo.mensagens >= limites.mensagens) ||
    fundo.niveis >= limites.niveis;
  return tooDeep ? "pacote-fundo-demais" : null;
}

type Fechado = { parte: ParteLida; bytes: Buffer; formato: Formato };

async function openFormato(
  fechado: Fechado,
  orcamento: Orcamento,
): Promise<Conteudo | Abertura | RecusaPacote> {
  const { parte, bytes, formato } = fechado;
  if (formato === "zip") {
    const zip = await openZip(bytes, orcamento);
    if (zip === "arquivo") return { kind: "arquivo" };
    return typeof zip === "string"
      ? zip
      : { formato, dentro: zip.dentro, inteiro: true, itens: zip.entradas };
  }
  if (formato === "gzip") {
    const inflated = await gunzipWithin(bytes, orcamento);
    if (typeof inflated === "string") return inflated;
    return single(formato, toParte({ caminho: "1", nome: readNomeGzip(bytes, parte.nome), bytes: inflated }));
  }
  if (formato === "assinado")
    return spend(orcamento, bytes.length) ? openAssinado(parte, bytes) : "pacote-grande-demais";
  if (formato === "tnef")
    return spend(orcamento, bytes.length) ? openWinmail(bytes, orcamento) : "pacote-grande-demais";
  if (formato === "mensagem") return await openMensagem(bytes, orcamento);
  if (formato === "pgp") return "conteudo-cifrado";
  // A tar is its files one after the other: the documents in it can be seen.
  const dentro = formato === "tar" ? openTexto(bytes) : null;
  return dentro !== null && "itens" in dentro ? { ...dentro, formato } : "pacote-formato";
}

function single(formato: Formato, item: ParteLida): Conteudo {
  return { formato, dentro: 1, inteiro: true, itens: [item] };
}

function openAchado(parte: ParteLida): Conteudo {
  return single("achado", { ...parte, caminho: "1", origem: "anexo", escrita: null });
}

function openAssinado({ nome }: ParteLida, bytes: Buffer): Conteudo | Abertura | RecusaPacote {
  const cms = openCms(bytes);
  if (cms.kind === "assinatura") return { kind: "assinatura" };
  if (cms.kind === "cifrado") return "conteudo-cifrado";
  if (cms.kind === "invalido") return "pacote-invalido";
  if (cms.kind === "outro") return "pacote-formato";
  // What an S/MIME signature holds is a MIME part with its headers; what a signed file holds is the file.
  const isMime = /^(?:content-|mime-version)[\w-]*:/i.test(cms.bytes.toString("latin1", 0, 64));
  const tipo = isMime ? "message/rfc822" : "application/octet-stream";
  return single(
    "assinado",
    toParte({ caminho: "1", nome: (nome ?? "").replace(/\.p7[ms]$/i, "") || null, tipo, bytes: cms.bytes }),
  );
}

function openWinmail(bytes: Buffer, orcamento: Orcamento): Conteudo | RecusaPacote {
  const { texto, html, anexos, inteiro } = openTnef(bytes);
  if (anexos.length > orcamento.entradasLivres) return "pacote-muitos-arquivos";
  if (!inteiro && anexos.length === 0 && texto === null && html === null) return "pacote-invalido";
  orcamento.entradasLivres -= anexos.length;
  const colados = [
    ...findColados(texto ?? "", false),
    ...(texto === null ? findColados(html ?? "", true) : []),
  ];
  const partes = anexos.map((anexo, i) => toParte({ ...anexo, caminho: String(i + 1) }));
  return toConteudo("tnef", { texto, html, colados, partes }, inteiro);
}

async function openMensagem(bytes: Buffer, orcamento: Orcamento): Promise<Conteudo | RecusaPacote> {
  let start = 0;
  while (bytes[start] === 0x0d || bytes[start] === 0x0a) start += 1;
  const split = await splitMensagem(bytes.subarray(start));
  if (split.kind === "ilegivel") return "pacote-invalido";
  if (!spend(orcamento, bytes.length)) return "pacote-grande-demais";
  const { corpoTexto: texto, corpoHtml: html, colados, partes, incompleta } = split.mensagem;
  if (partes.length > orcamento.entradasLivres) return "pacote-muitos-arquivos";
  orcamento.entradasLivres -= partes.length;
  return toConteudo("mensagem", { texto, html, colados, partes }, incompleta === null);
}

/** Copies cost too, though nothing was inflated. */
function spend(orcamento: Orcamento, bytes: number): boolean {
  orcamento.infladoLivre -= bytes;
  return orcamento.infladoLivre >= 0;
}

function toConteudo(formato: Formato, desmontada: Desmontada, inteiro: boolean): Conteudo {
  const dentro = desmontada.colados.length + desmontada.partes.length;
  return { formato, dentro, inteiro, itens: listPartes(desmontada) };
}

/** Nothing but white space, NUL and the end mark of old systems may stand beside the one document of a file. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const VAZIO = /^[\s\0\x1a\ufeff]*$/;
/** What may follow the root of a well-formed XML. */
const MISC = /^\s*<[!?]/;
const MARGEM_BYTES = 4096;

/** A file is read as it is, unless documents stand in it among other things, or several one after the other. */
function openTexto(bytes: Buffer): Conteudo | Abertura {
  const trechos = findTrechos(bytes);
  const [first] = trechos;
  if (first === undefined) return openPagina(bytes);
  const before = bytes.toString("utf8", 0, Math.min(first.inicio, MARGEM_BYTES));
  const after = bytes.toString("utf8", first.fim, first.fim + MARGEM_BYTES);
  const isFirst = VAZIO.test(before);
  const isAlone = isFirst ? trechos.length === 1 && (VAZIO.test(after) || MISC.test(after)) : isMarkup(bytes);
  if (isAlone) return { kind: "arquivo" };
  const itens = trechos.map(({ inicio, fim }, i) => toColado(bytes.subarray(inicio, fim), String(i + 1)));
  return { formato: "texto", dentro: itens.length, inteiro: true, itens };
}

/** An XML in which documents are wrapped: its reader knows what is around them. */
function isMarkup(bytes: Buffer): boolean {
  return (
    /^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|[A-Za-z])/.test(bytes.toString("latin1", 0, 512)) && !isHtml(bytes)
  );
}

function isHtml(bytes: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?\s*<(?:!doctype html|html|head|body|div|p|pre)\b/i.test(
    bytes.toString("latin1", 0, 512),
  );
}

/** A page, or a text out of one, in which a document is shown. */
function openPagina(bytes: Buffer): Conteudo | Abertura {
  if (!bytes.includes("&lt;") && !isHtml(bytes)) return { kind: "arquivo" };
  const colados = findColados(decodeBytes(bytes), isHtml(bytes));
  if (colados.length === 0) return { kind: "arquivo" };
  const itens = colados.map((colado, i) => toColado(colado, String(i + 1)));
  return { formato: "texto", dentro: itens.length, inteiro: true, itens };
}
