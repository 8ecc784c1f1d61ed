import { gunzipSync } from "node:zlib";
import { canonicalize } from "../xml/c14n.ts";
import { XML_BYTES_MAX } from "../xml/limits.ts";
import { parseXml } from "../xml/parse.ts";
import { attributeOf, elementsOf, textOf, type XmlElement } from "../xml/tree.ts";
import { layoutOf, NAMESPACES } from "./layouts.ts";

/** One document taken out of a lote; `nome` says what it is or which NSU it had. */
export type DocumentoDoLote = { nome: string; bytes: Uint8Array };

/** Why a compressed document of a lote could not be taken out. */
export type RecusaDoLote = { nome: string; motivo: "grande-demais" | "invalido" };

const SOAP_NAMESPACES = [
  "http://www.w3.org/2003/05/soap-envelope",
  "http://schemas.xmlsoap.org/soap/envelope/",
];
const WSDL = /^http:\/\/www\.portalfiscal\.inf\.br\/(?:nfe|cte|mdfe)\/wsdl\//;
/** Envelope, Body, the operation's wrapper, its inner wrapper. */
const WRAPPERS_MAX = 6;

/** The element inside a SOAP envelope and the wrappers of the State's services; the element itself when it stands alone. */
export function unwrap(root: XmlElement): XmlElement {
  let at = root;
  for (let depth = 0; depth < WRAPPERS_MAX && isWrapper(at); depth += 1) {
    const inside = elementsOf(at).filter((each) => each.local !== "Header");
    if (inside.length !== 1 || !inside[0]) return at;
    at = inside[0];
  }
  return at;
}

function isWrapper({ local, namespace }: XmlElement): boolean {
  if (SOAP_NAMESPACES.includes(namespace)) return true;
  return WSDL.test(namespace) || /(?:DadosMsg|DistDFeInteresse|Result)$/.test(local);
}

/** The whole documents and eventos inside a batch or an answer, in their order, none of them inside another. */
export function findDocumentos(payload: XmlElement): XmlElement[] {
  if (isDocumento(payload)) return [payload];
  return elementsOf(payload).flatMap((child) => (child.local === "Signature" ? [] : findDocumentos(child)));
}

function isDocumento({ local, namespace }: XmlElement): boolean {
  const layout = layoutOf(local);
  return layout !== null && (namespace === "" || namespace === NAMESPACES[layout.familia]);
}

/** Says whether a payload carries compressed documents (docZip). */
export function isLote(payload: XmlElement): boolean {
  return docZipsOf(payload).length > 0;
}

function docZipsOf(payload: XmlElement): XmlElement[] {
  return elementsOf(payload)
    .filter((each) => each.local === "loteDistDFeInt" || each.local === "loteDistDFe")
    .flatMap((lote) => elementsOf(lote).filter((each) => each.local === "docZip"));
}

/** The bytes of a document of its own with the same signed content: its canonical form, which declares every namespace that it
 * stood under, so that what was signed stays to the byte. */
export function extractDocumento(documento: XmlElement): Uint8Array {
  return Buffer.from(canonicalize(documento));
}

/** Takes the documents out of a batch, of SOAP's envelope, or of a distribution answer, where they are gzip in base64.
 * @param bytes those that readDfe called a lote   @throws XmlError when they are no XML at all */
export function openLote(bytes: Uint8Array): { documentos: DocumentoDoLote[]; recusados: RecusaDoLote[] } {
  const payload = unwrap(parseXml(bytes).root);
  const inteiros = findDocumentos(payload).map((documento, i) => ({
    nome: `${i + 1}-${documento.local}.xml`,
    bytes: extractDocumento(documento),
  }));
  const recusados: RecusaDoLote[] = [];
  const zipados = docZipsOf(payload).flatMap((docZip) => {
    const opened = openDocZip(docZip);
    if ("bytes" in opened) return [opened];
    recusados.push(opened);
    return [];
  });
  return { documentos: [...inteiros, ...zipados], recusados };
}

function openDocZip(docZip: XmlElement): DocumentoDoLote | RecusaDoLote {
  const schema = (attributeOf(docZip, "schema") ?? "").replace(/\.xsd$/, "").slice(0, 40);
  const nome = `${(attributeOf(docZip, "NSU") ?? "").slice(0, 15)}-${schema}.xml`.replace(/^-/, "");
  try {
    const bytes = gunzipSync(Buffer.from(textOf(docZip), "base64"), { maxOutputLength: XML_BYTES_MAX });
    return { nome, bytes };
  } catch (error) {
    const isTooBig = error instanceof RangeError && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    return { nome, motivo: isTooBig ? "grande-demais" : "invalido" };
  }
}
