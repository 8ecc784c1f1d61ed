import { findPasted } from "../documents/pasted.ts";
import { findDocuments, hasDfe } from "../documents/roots.ts";
import { parseMessage } from "../mime/message.ts";
import { type BodyAndParts, listParts, type Part, toPart, toPastedPart } from "../mime/part.ts";
import { type ArchiveRefusal, type Budget, spendBytes, spendEntries } from "./budget.ts";
import { openCms } from "./cms.ts";
import type { Contents, OpenOutcome } from "./contents.ts";
import type { PartFormat } from "./format.ts";
import { gunzipWithin, readGzipName } from "./gzip.ts";
import { readTar } from "./tar.ts";
import { openText } from "./text.ts";
import { openTnef } from "./tnef.ts";
import { openZip } from "./zip/open.ts";

/** A container to open, and its format. */
export type ContainerPart = { part: Part; bytes: Buffer; formato: PartFormat };

/**
 * Opens a container: its contents, what the part is when it holds nothing, or the reason to refuse
 * it.
 */
export async function openContainer(
  { part, bytes, formato }: ContainerPart,
  budget: Budget,
): Promise<Contents | OpenOutcome | ArchiveRefusal> {
  if (formato === "resgate") return openRecovered(part, budget);
  if (formato === "zip") return await openZipPart(bytes, budget);
  if (formato === "gzip") return await openGzip(part, bytes, budget);
  if (formato === "pgp") return "conteudo-cifrado";
  if (formato !== "assinado" && formato !== "tnef" && formato !== "mensagem" && formato !== "tar")
    return "pacote-formato";
  // Copying counts against the budget too, although nothing is inflated.
  if (!spendBytes(budget, bytes.length)) return "pacote-grande-demais";
  if (formato === "assinado") return openSigned(part, bytes, budget);
  if (formato === "tnef") return openWinmail(bytes, budget);
  return formato === "tar" ? openTar(bytes, budget) : await openMessage(bytes, budget);
}

async function openZipPart(bytes: Buffer, budget: Budget): Promise<Contents | OpenOutcome | ArchiveRefusal> {
  const zip = await openZip(bytes, budget);
  if (zip === "arquivo") return { kind: "arquivo" };
  if (typeof zip === "string") return zip;
  return { formato: "zip", dentro: zip.dentro, inteiro: true, itens: zip.entradas };
}

async function openGzip({ nome }: Part, bytes: Buffer, budget: Budget): Promise<Contents | ArchiveRefusal> {
  if (!spendEntries(budget, 1)) return "pacote-muitos-arquivos";
  const inflated = await gunzipWithin(bytes, budget);
  if (typeof inflated === "string") return inflated;
  return toSingle("gzip", toPart({ caminho: "1", nome: readGzipName(bytes, nome), bytes: inflated }));
}

/** Wraps bytes that only the raw message contained, under the nearest name found there. */
function openRecovered(part: Part, budget: Budget): Contents | ArchiveRefusal {
  if (!spendEntries(budget, 1)) return "pacote-muitos-arquivos";
  return toSingle("resgate", { ...part, caminho: "1", origem: "anexo", escrita: null });
}

function toSingle(formato: PartFormat, item: Part): Contents {
  return { formato, dentro: 1, inteiro: true, itens: [item] };
}

function openSigned({ nome }: Part, bytes: Buffer, budget: Budget): Contents | OpenOutcome | ArchiveRefusal {
  const cms = openCms(bytes);
  if (cms.kind === "assinatura") return { kind: "assinatura" };
  if (cms.kind === "cifrado") return "conteudo-cifrado";
  if (cms.kind === "invalido") return "pacote-invalido";
  if (cms.kind === "outro") return "pacote-formato";
  if (!spendEntries(budget, 1)) return "pacote-muitos-arquivos";
  // An S/MIME signature holds a MIME part with headers; a signed file holds the file itself.
  const isMime = /^(?:content-|mime-version)[\w-]*:/i.test(cms.bytes.toString("latin1", 0, 64));
  const tipo = isMime ? "message/rfc822" : "application/octet-stream";
  return toSingle(
    "assinado",
    toPart({ caminho: "1", nome: (nome ?? "").replace(/\.p7[ms]$/i, "") || null, tipo, bytes: cms.bytes }),
  );
}

function openWinmail(bytes: Buffer, budget: Budget): Contents | ArchiveRefusal {
  const { texto, html, anexos, faltam, inteiro } = openTnef(bytes);
  if (!inteiro && anexos.length + faltam === 0 && texto === null && html === null) return "pacote-invalido";
  const colados = [
    ...findPasted(texto ?? "", false),
    ...(texto === null ? findPasted(html ?? "", true) : []),
  ];
  const parts = anexos.map((anexo, i) => toPart({ ...anexo, caminho: String(i + 1) }));
  const isWhole = inteiro && faltam === 0;
  return toContents({ formato: "tnef", inteiro: isWhole }, { texto, html, colados, partes: parts }, budget);
}

/**
 * Reads the files of a tar. After a damaged header or the end mark, it still extracts documents.
 */
function openTar(bytes: Buffer, budget: Budget): Contents | ArchiveRefusal {
  const tar = readTar(bytes, { maximo: budget.entradasLivres, limites: budget.limites });
  if (tar === null) return "pacote-muitos-arquivos";
  const { entradas, headerCount, resto, inteiro } = tar;
  const looseParts = findDocuments(resto).map(({ inicio, fim }) => resto.subarray(inicio, fim));
  if (!inteiro && entradas.length + looseParts.length === 0) return "pacote-invalido";
  if (!spendEntries(budget, headerCount + looseParts.length)) return "pacote-muitos-arquivos";
  const colados = looseParts.map((loose, i) => toPastedPart(loose, String(entradas.length + i + 1)));
  const itens = [...entradas, ...colados];
  return { formato: "tar", dentro: itens.length, inteiro, itens };
}

/**
 * Blank lines may precede a header, an angle bracket may not: such a part is a file, whatever its
 * type says.
 */
const NOT_MESSAGE = /^(?:\xef\xbb\xbf)?\s*</;

async function openMessage(bytes: Buffer, budget: Budget): Promise<Contents | OpenOutcome | ArchiveRefusal> {
  if (NOT_MESSAGE.test(bytes.toString("latin1", 0, 64))) return openText(bytes, budget);
  let start = 0;
  while (bytes[start] === 0x0d || bytes[start] === 0x0a) start += 1;
  const split = await parseMessage(bytes.subarray(start));
  if (split.kind === "ilegivel") {
    const isFile = split.motivo === "sem-cabecalho" || split.motivo === "vazia" || hasDfe(bytes);
    return isFile ? openText(bytes, budget) : "pacote-invalido";
  }
  const { corpoTexto: texto, corpoHtml: html, colados, partes, incompleta } = split.mensagem;
  const opened = { formato: "mensagem", inteiro: incompleta === null } as const;
  return toContents(opened, { texto, html, colados, partes }, budget);
}

/** Counts the body, each document pasted into it and each part as one entry. */
function toContents(
  opened: Pick<Contents, "formato" | "inteiro">,
  contents: BodyAndParts,
  budget: Budget,
): Contents | ArchiveRefusal {
  const { texto, html, colados, partes } = contents;
  const bodies = texto === null && html === null ? 0 : 1;
  const dentro = colados.length + partes.length;
  if (!spendEntries(budget, dentro + bodies)) return "pacote-muitos-arquivos";
  return { ...opened, dentro, itens: listParts(contents) };
}
