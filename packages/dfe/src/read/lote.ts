import { gunzipSync } from "node:zlib";
import { digestOf } from "../assinatura/digest.ts";
import { findAssinado } from "../assinatura/find-assinado.ts";
import { canonicalize } from "../xml/c14n.ts";
import { XML_ATTRIBUTES_MAX, XML_BYTES_MAX } from "../xml/limits.ts";
import { NONE } from "../xml/lists.ts";
import { scopeAround } from "../xml/namespaces.ts";
import { parseXml } from "../xml/parse.ts";
import {
  attributeOf,
  elementsOf,
  isElement,
  textOf,
  walkBelow,
  type XmlDeclaration,
  type XmlElement,
  type XmlNode,
} from "../xml/tree.ts";
import { findCarga, unwrap } from "./envoltorio.ts";
import { layoutOf } from "./layouts.ts";

/** One document taken out of a lote; `nome` says what it is or which NSU it had. */
export type DocumentoDoLote = { nome: string; bytes: Uint8Array };

/** Why something in a lote could not be taken out. */
export type RecusaDoLote = {
  nome: string;
  motivo: "grande-demais" | "invalido" | "documentos-demais" | "caro-demais";
};

/** Documents that one lote may hold: 10 MB have room for some 2 500 signed ones, the smallest of 4 KB. SEFAZ's own lots have 50. */
export const LOTE_DOCUMENTOS_MAX = 5_000;
/** What the documents of one lote may come to, all together: SEFAZ's 50 of 500 KB, twice. What is opened in vain counts too. */
export const LOTE_BYTES_MAX = 50 * 1024 * 1024;
/** The most that gzip makes of one byte.   @source RFC 1951; https://www.zlib.net/zlib_tech.html */
const GZIP_RATIO_MAX = 1_032;
/** Characters of namespaces around a document that are worth trying with it: a SOAP envelope has some 200. */
const CONTEXTO_MAX = 4_096;

const SHA1_BASE64 = 28;
/** Characters of a digest with the blanks around it. */
const DIGEST_MAX = 200;

/** What may still be opened of what came together. */
export type FolgaDoLote = {
  readonly bytes: number;
  readonly documentos: number;
  /** Asked before each document; true: the rest is refused unopened. */
  isOver(): boolean;
  /** Bytes that one document took, opened in vain or not. */
  spend(bytes: number): void;
};

const FOLGA_TODA: FolgaDoLote = {
  bytes: LOTE_BYTES_MAX,
  documentos: LOTE_DOCUMENTOS_MAX,
  isOver: () => false,
  spend: () => {},
};

type LoteAberto = { documentos: DocumentoDoLote[]; recusados: RecusaDoLote[] };

/** Takes the documents out of a batch, of SOAP's envelope, of a file that holds several, or of a distribution answer, where they are
 * gzip in base64. A lote with more than LOTE_DOCUMENTOS_MAX is refused whole; what does not fit in LOTE_BYTES_MAX is refused one by one.
 * @param bytes those that readDfe called a lote   @param folga what the lote may take, within its own limits
 * @throws XmlError when they are no XML at all */
export function openLote(bytes: Uint8Array, folga = FOLGA_TODA): LoteAberto {
  const { root, encodingRepaired } = parseXml(bytes);
  const { documentos: inteiros, zipados } = findCarga(unwrap(root));
  const count = inteiros.length + zipados.length;
  if (count > Math.min(LOTE_DOCUMENTOS_MAX, folga.documentos)) {
    const nome = `${count} documentos`;
    return { documentos: [], recusados: [{ nome, motivo: "documentos-demais" }] };
  }
  const mesa = new Mesa(folga);
  for (const [i, each] of inteiros.entries()) {
    mesa.take(`${i + 1}-${each.local}.xml`, () => openInteiro(each, encodingRepaired));
  }
  for (const each of zipados) mesa.take(nomeOfZipado(each), (room) => unzip(textOf(each), room));
  return { documentos: mesa.documentos, recusados: mesa.recusados };
}

/** The document of a wrapper with SEFAZ's answer to it, when that stands beside it and nothing else there could be meant: some systems
 * put both into an element of their own. */
export function extractComResposta(documento: XmlElement, encodingRepaired: boolean): Uint8Array {
  const layout = layoutOf(documento.local);
  const beside = documento.parent ? elementsOf(documento.parent) : [];
  const respostas = beside.filter(({ local }) => local === layout?.retorno);
  const [proc] = layout?.procs ?? [];
  const [resposta] = respostas;
  const isGlued = documento.local === layout?.raiz && respostas.length === 1 && proc !== undefined;
  if (!isGlued || !resposta || resposta.namespace !== documento.namespace) {
    return extractDocumento(documento, encodingRepaired);
  }
  const parts = [documento, resposta].map(writeAlone);
  const text = `<${proc} xmlns="${documento.namespace}">${parts.join("")}</${proc}>`;
  return Buffer.from(encodingRepaired ? PALPITE + text : text);
}

/** What one opening gave, and the bytes that it made for it. */
type Abertura = { cost: number } & ({ bytes: Uint8Array } | { motivo: RecusaDoLote["motivo"] });

/** Where the documents of a lote come to lie, as long as there is room. */
class Mesa {
  readonly documentos: DocumentoDoLote[] = [];
  readonly recusados: RecusaDoLote[] = [];
  readonly #folga: FolgaDoLote;
  #room: number;

  constructor(folga: FolgaDoLote) {
    this.#folga = folga;
    this.#room = Math.min(LOTE_BYTES_MAX, folga.bytes);
  }

  /** Opens one if there is room left; what was made in vain takes room like what is kept. */
  take(nome: string, open: (room: number) => Abertura): void {
    const opened = this.#refusal() ?? open(this.#room);
    const fits = "bytes" in opened && opened.bytes.length <= Math.min(this.#room, XML_BYTES_MAX);
    this.#room -= opened.cost;
    this.#folga.spend(opened.cost);
    if (fits) this.documentos.push({ nome, bytes: opened.bytes });
    else this.recusados.push({ nome, motivo: "motivo" in opened ? opened.motivo : "grande-demais" });
  }

  #refusal(): Abertura | null {
    if (this.#folga.isOver()) return { cost: 0, motivo: "caro-demais" };
    return this.#room > 0 ? null : { cost: 0, motivo: "grande-demais" };
  }
}

function openInteiro(documento: XmlElement, encodingRepaired: boolean): Abertura {
  const bytes = extractDocumento(documento, encodingRepaired);
  return { bytes, cost: bytes.length };
}

function nomeOfZipado(zipado: XmlElement): string {
  const schema = (attributeOf(zipado, "schema") ?? zipado.local).replace(/\.xsd$/, "").slice(0, 40);
  const nsu = (attributeOf(zipado, "NSU") ?? "").slice(0, 15);
  return `${nsu}-${schema}.xml`.replace(/^-/, "");
}

function unzip(text: string, room: number): Abertura {
  if (!isBase64(text)) return { cost: 0, motivo: "invalido" };
  const zipped = Buffer.from(text, "base64");
  const max = Math.min(room, XML_BYTES_MAX);
  try {
    const bytes = gunzipSync(zipped, { maxOutputLength: max });
    return { bytes, cost: bytes.length };
  } catch (error) {
    const isTooBig = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    // How far it came before it failed nobody tells: as far as it could have come.
    const cost = Math.min(max, zipped.length * GZIP_RATIO_MAX);
    return { cost, motivo: isTooBig ? "grande-demais" : "invalido" };
  }
}

/** Says whether a text is base64, blanks between its characters left out, in time that only its length decides. */
function isBase64(text: string): boolean {
  let padding = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const meaning = BASE64[text.charCodeAt(at)] ?? 0;
    if (meaning === BLANK) continue;
    if (meaning === PADDING) padding += 1;
    else if (meaning === 0 || padding > 0) return false;
    seen += 1;
  }
  return seen > padding && padding <= 2;
}

const LETTER = 1;
const PADDING = 2;
const BLANK = 3;
const BASE64 = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[A-Za-z0-9+/]/.test(char)) return LETTER;
  return char === "=" ? PADDING : /\s/.test(char) ? BLANK : 0;
});

/** A declaration that bytes beyond ASCII contradict: what was read by guess stays a guess when it is taken out. */
const PALPITE = '<?xml version="1.0" encoding="US-ASCII"?>';

/** The bytes of a document of its own with the same signed content, in canonical form. It declares the namespaces that it uses and
 * leaves those of the envelope around it, as it was when it was signed. Some issuers sign inside the batch: where only that makes
 * the digest hold, what stood around comes along. Comments stay as empty ones: no wrapper may hide one from the judge.
 * @param encodingRepaired whether what stood around was not in its encoding: then this is not in its own either */
export function extractDocumento(documento: XmlElement, encodingRepaired = false): Uint8Array {
  const text = writeAlone(documento);
  return Buffer.from(encodingRepaired ? PALPITE + text : text);
}

/** A document with the namespaces from around that it needs: those that it uses, all of them where only so its digest holds. */
function writeAlone(documento: XmlElement): string {
  const own = new Set(documento.declarations.map(({ prefix }) => prefix));
  const around = namespacesAround(documento).filter(({ prefix }) => !own.has(prefix));
  const used = prefixesFromAbove(documento, new Set());
  const needed = around.filter(({ prefix }) => used.has(prefix));
  const text = write(documento, needed);
  const isBeyondLimits =
    weightOf(around) > CONTEXTO_MAX ||
    around.length + countOf(documento) > XML_ATTRIBUTES_MAX ||
    Buffer.byteLength(text) > XML_BYTES_MAX;
  const dito = around.length === needed.length || isBeyondLimits ? null : findDito(documento);
  if (!dito || hasDigest(documento, needed, dito) || !hasDigest(documento, around, dito)) return text;
  return write(documento, around);
}

/** By parent: the documents of a lote have the same namespaces around them. */
const known = new WeakMap<XmlElement, readonly XmlDeclaration[]>();

function namespacesAround(documento: XmlElement): readonly XmlDeclaration[] {
  const { parent } = documento;
  if (!parent) return NONE;
  const around = known.get(parent) ?? scopeAround(documento).all();
  known.set(parent, around);
  return around;
}

function countOf({ attributes, declarations }: XmlElement): number {
  return attributes.length + declarations.length;
}

function write(documento: XmlElement, inherited: readonly XmlDeclaration[]): string {
  const alone = standAlone(documento, inherited);
  const content = hasComment(documento) ? markComments(documento.children) : documento.content;
  return canonicalize(alone.with({ content })).replaceAll(`<?${MARCA}?>`, "<!---->");
}

/** The same element as the root of a document of its own. */
function standAlone(documento: XmlElement, inherited: readonly XmlDeclaration[]): XmlElement {
  return documento.with({ parent: null, declarations: [...inherited, ...documento.declarations] });
}

/** The canonical form has no comments: an instruction stands where each was until it is written. */
const MARCA = "comentario";

function markComments(nodes: readonly XmlNode[]): XmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.kind === "comment") return { kind: "instruction", target: MARCA, data: "" };
    return node.kind === "element" ? node.with({ content: markComments(node.children) }) : node;
  });
}

/** What stands in its canonical form letter for letter has none. */
function hasComment({ end, children }: XmlElement): boolean {
  const isOrHas = (node: XmlNode): boolean =>
    isElement(node) ? hasComment(node) : typeof node !== "string" && node.kind === "comment";
  return end <= 0 && children.some(isOrHas);
}

/** The prefixes that an element and all below it use without declaring them. */
function prefixesFromAbove(
  element: XmlElement,
  declared: ReadonlySet<string>,
  found = new Set<string>(),
): ReadonlySet<string> {
  const { declarations, attributes, prefix } = element;
  const own =
    declarations.length === 0 ? declared : new Set([...declared, ...declarations.map((each) => each.prefix)]);
  if (!own.has(prefix)) found.add(prefix);
  for (const each of attributes) if (each.prefix !== "" && !own.has(each.prefix)) found.add(each.prefix);
  for (const child of elementsOf(element)) prefixesFromAbove(child, own, found);
  return found;
}

function weightOf(declarations: readonly XmlDeclaration[]): number {
  return declarations.reduce((sum, { prefix, uri }) => sum + prefix.length + uri.length, 0);
}

/** A signed element and the digest that its signature names, in base64. */
type Dito = { assinado: XmlElement; digest: string };

function findDito(documento: XmlElement): Dito | null {
  const found = findAssinado(documento);
  const [assinatura] = found?.assinaturas ?? [];
  return found && assinatura ? { assinado: found.assinado, digest: digestIn(assinatura) } : null;
}

/** Says whether the signed element would have the digest that its signature names; no proof of anything by itself. */
function hasDigest(
  documento: XmlElement,
  inherited: readonly XmlDeclaration[],
  { assinado, digest }: Dito,
): boolean {
  const moved = moveBelow(standAlone(documento, inherited), documento, assinado);
  return digestOf(moved, digest.length === SHA1_BASE64 ? "sha1" : "sha256").toString("base64") === digest;
}

/** An element with the same ancestors up to one of them, which another takes the place of. */
function moveBelow(place: XmlElement, from: XmlElement, element: XmlElement): XmlElement {
  if (element === from || !element.parent) return place;
  return element.with({ parent: moveBelow(place, from, element.parent) });
}

function digestIn(assinatura: XmlElement): string {
  let text = "";
  walkBelow(assinatura, (node) => {
    if (isElement(node) && node.local === "DigestValue") text = textOf(node);
  });
  return text.length > DIGEST_MAX ? "" : text.replace(/\s/g, "");
}
