import { gunzipSync } from "node:zlib";
import { digestOf } from "../../signature/digest.ts";
import { findSigned } from "../../signature/find-signed.ts";
import { canonicalize } from "../../xml/c14n.ts";
import { XML_ATTRIBUTES_MAX, XML_BYTES_MAX } from "../../xml/limits.ts";
import { NONE } from "../../xml/lists.ts";
import { scopeAround } from "../../xml/namespaces.ts";
import { parseXml } from "../../xml/parse.ts";
import {
  attributeOf,
  elementsOf,
  isElement,
  textOf,
  visitDescendants,
  type XmlDeclaration,
  type XmlElement,
  type XmlNode,
} from "../../xml/tree.ts";
import { layoutOf } from "../layouts.ts";
import { findContents, unwrap } from "./wrapper.ts";

/** One document of a lote; `nome` has its position and root element, or its NSU. */
export type LoteDocumento = { nome: string; bytes: Uint8Array };

/** Why a document of a lote was not extracted. */
export type LoteRefusal = {
  nome: string;
  motivo: "grande-demais" | "invalido" | "documentos-demais" | "caro-demais";
};

/** Maximum documents of a lote: 10 MB hold some 2 500 signed ones of 4 KB. SEFAZ's own batches have 50. */
export const LOTE_DOCUMENTOS_MAX = 5_000;
/** Maximum bytes of all documents of a lote: twice SEFAZ's 50 of 500 KB. Failed decompression counts too. */
export const LOTE_BYTES_MAX = 50 * 1024 * 1024;
/** Maximum expansion of gzip.   @source RFC 1951; https://www.zlib.net/zlib_tech.html */
const GZIP_RATIO_MAX = 1_032;
/** Maximum characters of outer namespaces to try with a document: a SOAP envelope has some 200. */
const OUTER_NAMESPACES_MAX = 4_096;

const SHA1_BASE64 = 28;
/** Maximum characters of a digest with its blanks. */
const DIGEST_MAX = 200;

/** What may still be opened of one delivery. */
export type LoteBudget = {
  readonly bytes: number;
  readonly documentos: number;
  /** Checked before each document; true refuses the rest unopened. */
  isOver(): boolean;
  /** Subtracts the bytes of one document, also when opening it failed. */
  spend(bytes: number): void;
};

const FULL_BUDGET: LoteBudget = {
  bytes: LOTE_BYTES_MAX,
  documentos: LOTE_DOCUMENTOS_MAX,
  isOver: () => false,
  spend: () => {},
};

type OpenedLote = { documentos: LoteDocumento[]; recusados: LoteRefusal[] };

/** Extracts the documents of a batch, a SOAP envelope, a foreign file or a distribution answer.
 * More than LOTE_DOCUMENTOS_MAX refuse the whole lote; beyond LOTE_BYTES_MAX each document is refused.
 * @param bytes classified as a lote by readDfe
 * @param budget what the delivery may still use, within the lote's own limits
 * @throws XmlError when the bytes are not XML */
export function openLote(bytes: Uint8Array, budget = FULL_BUDGET): OpenedLote {
  const { root, encodingRepaired } = parseXml(bytes);
  const { documentos: whole, compressed } = findContents(unwrap(root));
  const count = whole.length + compressed.length;
  if (count > Math.min(LOTE_DOCUMENTOS_MAX, budget.documentos)) {
    const nome = `${count} documentos`;
    return { documentos: [], recusados: [{ nome, motivo: "documentos-demais" }] };
  }
  const collector = new LoteCollector(budget);
  for (const [i, each] of whole.entries()) {
    collector.take(`${i + 1}-${each.local}.xml`, () => openWhole(each, encodingRepaired));
  }
  for (const each of compressed) collector.take(nameOfCompressed(each), (room) => unzip(textOf(each), room));
  return { documentos: collector.documentos, recusados: collector.recusados };
}

/** The document of a wrapper together with SEFAZ's answer, if exactly one
 * is next to it. Some systems put both into an element of their own. */
export function extractWithAnswer(documento: XmlElement, encodingRepaired: boolean): Uint8Array {
  const layout = layoutOf(documento.local);
  const beside = documento.parent ? elementsOf(documento.parent) : [];
  const responses = beside.filter(({ local }) => local === layout?.retorno);
  const [proc] = layout?.procs ?? [];
  const [response] = responses;
  const isGlued = documento.local === layout?.raiz && responses.length === 1 && proc !== undefined;
  if (!isGlued || !response || response.namespace !== documento.namespace) {
    return extractDocumento(documento, encodingRepaired);
  }
  const parts = [documento, response].map(writeAlone);
  const text = `<${proc} xmlns="${documento.namespace}">${parts.join("")}</${proc}>`;
  return Buffer.from(encodingRepaired ? GUESSED_ENCODING + text : text);
}

/** The result of opening one document, and the bytes it used. */
type OpenedDocumento = { cost: number } & ({ bytes: Uint8Array } | { motivo: LoteRefusal["motivo"] });

/** Collects the documents of a lote within its budget. */
class LoteCollector {
  readonly documentos: LoteDocumento[] = [];
  readonly recusados: LoteRefusal[] = [];
  readonly #budget: LoteBudget;
  #room: number;

  constructor(budget: LoteBudget) {
    this.#budget = budget;
    this.#room = Math.min(LOTE_BYTES_MAX, budget.bytes);
  }

  /** Opens one document if the budget allows it; a failed attempt uses budget too. */
  take(nome: string, open: (room: number) => OpenedDocumento): void {
    const opened = this.#refusal() ?? open(this.#room);
    const fits = "bytes" in opened && opened.bytes.length <= Math.min(this.#room, XML_BYTES_MAX);
    this.#room -= opened.cost;
    this.#budget.spend(opened.cost);
    if (fits) this.documentos.push({ nome, bytes: opened.bytes });
    else this.recusados.push({ nome, motivo: "motivo" in opened ? opened.motivo : "grande-demais" });
  }

  #refusal(): OpenedDocumento | null {
    if (this.#budget.isOver()) return { cost: 0, motivo: "caro-demais" };
    return this.#room > 0 ? null : { cost: 0, motivo: "grande-demais" };
  }
}

function openWhole(documento: XmlElement, encodingRepaired: boolean): OpenedDocumento {
  const bytes = extractDocumento(documento, encodingRepaired);
  return { bytes, cost: bytes.length };
}

function nameOfCompressed(element: XmlElement): string {
  const schema = (attributeOf(element, "schema") ?? element.local).replace(/\.xsd$/, "").slice(0, 40);
  const nsu = (attributeOf(element, "NSU") ?? "").slice(0, 15);
  return `${nsu}-${schema}.xml`.replace(/^-/, "");
}

function unzip(text: string, room: number): OpenedDocumento {
  if (!isBase64(text)) return { cost: 0, motivo: "invalido" };
  const zipped = Buffer.from(text, "base64");
  const max = Math.min(room, XML_BYTES_MAX);
  try {
    const bytes = gunzipSync(zipped, { maxOutputLength: max });
    return { bytes, cost: bytes.length };
  } catch (error) {
    const isTooBig = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    // zlib does not report how much it produced before it failed: assume the maximum.
    const cost = Math.min(max, zipped.length * GZIP_RATIO_MAX);
    return { cost, motivo: isTooBig ? "grande-demais" : "invalido" };
  }
}

/** Says in linear time whether a text is base64 with optional blanks. */
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

/** A declaration that non-ASCII bytes contradict: it marks text
 * decoded by a guess, so that it stays flagged after extraction. */
const GUESSED_ENCODING = '<?xml version="1.0" encoding="US-ASCII"?>';

/** Extracts a document in canonical form, with the same signed content; its comments stay, but empty.
 * Outer namespaces stay if used, or if the digest needs them: some emitentes sign inside the batch.
 * @param encodingRepaired whether the outer file was decoded by a guess: the result is marked so, too */
export function extractDocumento(documento: XmlElement, encodingRepaired = false): Uint8Array {
  const text = writeAlone(documento);
  return Buffer.from(encodingRepaired ? GUESSED_ENCODING + text : text);
}

/** Writes a document with the outer namespaces it uses,
 * or with all of them if only then its digest is right. */
function writeAlone(documento: XmlElement): string {
  const own = new Set(documento.declarations.map(({ prefix }) => prefix));
  const around = namespacesAround(documento).filter(({ prefix }) => !own.has(prefix));
  const used = prefixesFromAbove(documento, new Set());
  const needed = around.filter(({ prefix }) => used.has(prefix));
  const text = write(documento, needed);
  const isBeyondLimits =
    weightOf(around) > OUTER_NAMESPACES_MAX ||
    around.length + countOf(documento) > XML_ATTRIBUTES_MAX ||
    Buffer.byteLength(text) > XML_BYTES_MAX;
  const signed = around.length === needed.length || isBeyondLimits ? null : findSignedDigest(documento);
  if (!signed || hasDigest(documento, needed, signed) || !hasDigest(documento, around, signed)) return text;
  return write(documento, around);
}

/** Cached by parent: the documents of a lote have the same outer namespaces. */
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
  return canonicalize(alone.with({ content })).replaceAll(`<?${COMMENT_MARK}?>`, "<!---->");
}

/** The element as the root of a separate document. */
function standAlone(documento: XmlElement, inherited: readonly XmlDeclaration[]): XmlElement {
  return documento.with({ parent: null, declarations: [...inherited, ...documento.declarations] });
}

/** The canonical form drops comments: an instruction replaces each until the text is written. */
const COMMENT_MARK = "comentario";

function markComments(nodes: readonly XmlNode[]): XmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.kind === "comment") return { kind: "instruction", target: COMMENT_MARK, data: "" };
    return node.kind === "element" ? node.with({ content: markComments(node.children) }) : node;
  });
}

/** An element in canonical form has no comments. */
function hasComment({ end, children }: XmlElement): boolean {
  const isOrHas = (node: XmlNode): boolean =>
    isElement(node) ? hasComment(node) : typeof node !== "string" && node.kind === "comment";
  return end <= 0 && children.some(isOrHas);
}

/** The prefixes that an element and its descendants use without declaring them. */
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

/** A signed element, and the digest in its signature in base64. */
type SignedDigest = { assinado: XmlElement; digest: string };

function findSignedDigest(documento: XmlElement): SignedDigest | null {
  const found = findSigned(documento);
  const [signature] = found?.assinaturas ?? [];
  return found && signature ? { assinado: found.assinado, digest: digestIn(signature) } : null;
}

/** Says whether the signed element has the digest in its signature; that alone proves nothing. */
function hasDigest(
  documento: XmlElement,
  inherited: readonly XmlDeclaration[],
  { assinado, digest }: SignedDigest,
): boolean {
  const moved = moveBelow(standAlone(documento, inherited), documento, assinado);
  return digestOf(moved, digest.length === SHA1_BASE64 ? "sha1" : "sha256").toString("base64") === digest;
}

/** Copies an element with its ancestors up to `from`, which `place` replaces. */
function moveBelow(place: XmlElement, from: XmlElement, element: XmlElement): XmlElement {
  if (element === from || !element.parent) return place;
  return element.with({ parent: moveBelow(place, from, element.parent) });
}

function digestIn(signature: XmlElement): string {
  let text = "";
  visitDescendants(signature, (node) => {
    if (isElement(node) && node.local === "DigestValue") text = textOf(node);
  });
  return text.length > DIGEST_MAX ? "" : text.replace(/\s/g, "");
}
