import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { findAssinado } from "../assinatura/find-assinado.ts";
import { canonicalize } from "../xml/c14n.ts";
import { XML_BYTES_MAX } from "../xml/limits.ts";
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

/** One document taken out of a lote; `nome` says what it is or which NSU it had. */
export type DocumentoDoLote = { nome: string; bytes: Uint8Array };

/** Why something in a lote could not be taken out. */
export type RecusaDoLote = { nome: string; motivo: "grande-demais" | "invalido" | "documentos-demais" };

/** Documents that one lote may hold: 10 MB have room for some 2 500 signed ones, the smallest of 4 KB. SEFAZ's own lots have 50. */
export const LOTE_DOCUMENTOS_MAX = 5_000;
/** What the documents of one lote may come to, all together: SEFAZ's 50 of 500 KB, twice. */
export const LOTE_BYTES_MAX = 50 * 1024 * 1024;
/** Characters of namespaces around a document that are worth trying with it: a SOAP envelope has some 200. */
const CONTEXTO_MAX = 4_096;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const SHA1_BASE64 = 28;

/** Takes the documents out of a batch, of SOAP's envelope, of a file that holds several, or of a distribution answer, where they are
 * gzip in base64. A lote with more than LOTE_DOCUMENTOS_MAX is refused whole; what does not fit in LOTE_BYTES_MAX is refused one by one.
 * @param bytes those that readDfe called a lote   @throws XmlError when they are no XML at all */
export function openLote(bytes: Uint8Array): { documentos: DocumentoDoLote[]; recusados: RecusaDoLote[] } {
  const { documentos: inteiros, zipados } = findCarga(unwrap(parseXml(bytes).root));
  const count = inteiros.length + zipados.length;
  if (count > LOTE_DOCUMENTOS_MAX) {
    return { documentos: [], recusados: [{ nome: `${count} documentos`, motivo: "documentos-demais" }] };
  }
  const documentos: DocumentoDoLote[] = [];
  const recusados: RecusaDoLote[] = [];
  let room = LOTE_BYTES_MAX;
  const keep = (nome: string, opened: Uint8Array | RecusaDoLote["motivo"]): void => {
    if (typeof opened === "string") recusados.push({ nome, motivo: opened });
    else if (opened.length > room) recusados.push({ nome, motivo: "grande-demais" });
    else {
      room -= opened.length;
      documentos.push({ nome, bytes: opened });
    }
  };
  for (const [i, each] of inteiros.entries()) keep(`${i + 1}-${each.local}.xml`, extractDocumento(each));
  for (const each of zipados) keep(nomeOfZipado(each), unzip(textOf(each), room));
  return { documentos, recusados };
}

function nomeOfZipado(zipado: XmlElement): string {
  const schema = (attributeOf(zipado, "schema") ?? zipado.local).replace(/\.xsd$/, "").slice(0, 40);
  const nsu = (attributeOf(zipado, "NSU") ?? "").slice(0, 15);
  return `${nsu}-${schema}.xml`.replace(/^-/, "");
}

function unzip(text: string, room: number): Uint8Array | RecusaDoLote["motivo"] {
  const base64 = text.replace(/\s+/g, "");
  if (!BASE64.test(base64)) return "invalido";
  if (room <= 0) return "grande-demais";
  try {
    return gunzipSync(Buffer.from(base64, "base64"), { maxOutputLength: Math.min(room, XML_BYTES_MAX) });
  } catch (error) {
    const isTooBig = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return isTooBig ? "grande-demais" : "invalido";
  }
}

/** The bytes of a document of its own with the same signed content, in canonical form. It declares the namespaces that it uses and
 * leaves those of the envelope around it, as it was when it was signed. Some issuers sign inside the batch: where only that makes
 * the digest hold, what stood around comes along. Comments stay as empty ones: no wrapper may hide one from the judge. */
export function extractDocumento(documento: XmlElement): Uint8Array {
  const own = new Set(documento.declarations.map(({ prefix }) => prefix));
  const around = scopeAround(documento)
    .all()
    .filter(({ prefix }) => !own.has(prefix));
  const used = prefixesFromAbove(documento, new Set());
  const needed = around.filter(({ prefix }) => used.has(prefix));
  const alone = write(documento, needed);
  if (around.length === needed.length || weightOf(around) > CONTEXTO_MAX || hasItsDigest(alone)) return alone;
  const inContext = write(documento, around);
  return hasItsDigest(inContext) ? inContext : alone;
}

function write(documento: XmlElement, inherited: readonly XmlDeclaration[]): Uint8Array {
  const declarations = [...inherited, ...documento.declarations];
  const children = hasComment(documento) ? markComments(documento.children) : documento.children;
  const text = canonicalize({ ...documento, parent: null, declarations, children });
  return Buffer.from(text.replaceAll(`<?${MARCA}?>`, "<!---->"));
}

/** The canonical form has no comments: an instruction stands where each was until it is written. */
const MARCA = "comentario";

function markComments(nodes: readonly XmlNode[]): XmlNode[] {
  return nodes.map((node) => {
    if (typeof node === "string") return node;
    if (node.kind === "comment") return { kind: "instruction", target: MARCA, data: "" };
    return node.kind === "element" ? { ...node, children: markComments(node.children) } : node;
  });
}

function hasComment(element: XmlElement): boolean {
  let found = false;
  walkBelow(element, (node) => {
    if (typeof node !== "string" && node.kind === "comment") found = true;
  });
  return found;
}

/** The prefixes that an element and all below it use without declaring them. */
function prefixesFromAbove(element: XmlElement, declared: ReadonlySet<string>): Set<string> {
  const own = new Set([...declared, ...element.declarations.map(({ prefix }) => prefix)]);
  const names = [element.prefix, ...element.attributes.map(({ prefix }) => prefix).filter(Boolean)];
  const found = new Set(names.filter((prefix) => !own.has(prefix)));
  for (const child of elementsOf(element)) {
    for (const prefix of prefixesFromAbove(child, own)) found.add(prefix);
  }
  return found;
}

function weightOf(declarations: readonly XmlDeclaration[]): number {
  return declarations.reduce((sum, { prefix, uri }) => sum + prefix.length + uri.length, 0);
}

/** Says whether the signed element has the digest that its signature names; no proof of anything by itself. */
function hasItsDigest(bytes: Uint8Array): boolean {
  const found = findAssinado(parseXml(bytes).root);
  const [assinatura] = found?.assinaturas ?? [];
  if (!found || !assinatura) return false;
  const claimed = digestIn(assinatura);
  const hash = createHash(claimed.length === SHA1_BASE64 ? "sha1" : "sha256");
  return hash.update(canonicalize(found.assinado)).digest("base64") === claimed;
}

function digestIn(assinatura: XmlElement): string {
  let text = "";
  walkBelow(assinatura, (node) => {
    if (isElement(node) && node.local === "DigestValue") text = textOf(node).replace(/\s/g, "");
  });
  return text;
}
