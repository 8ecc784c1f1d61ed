import { elementsOf, hasElements, isElement, isLeaf, textOf, type XmlElement } from "../../xml/tree.ts";
import { isOldCancelamento, layoutOf, NAMESPACES, PORTAL } from "../layouts.ts";

/** The contents of a batch, an answer or a foreign file: whole
 * documents, and elements with a compressed one as text. */
export type LoteContents = { documentos: XmlElement[]; compressed: XmlElement[] };

const SOAP_NAMESPACES = [
  "http://www.w3.org/2003/05/soap-envelope",
  "http://schemas.xmlsoap.org/soap/envelope/",
];
const WSDL = /^http:\/\/www\.portalfiscal\.inf\.br\/[a-z0-9]+\/wsdl\//;
const WRAPPER = /(?:DadosMsg|DistDFeInteresse|ResultMsg|Result|Response)$/;
/** Envelope, Body, the operation's wrapper, its inner wrapper. */
const WRAPPERS_MAX = 6;
/** The first bytes of every gzip stream, in base64. */
const GZIP_BASE64 = "H4sI";
/** Used with search(), which is several times as fast as a loop over leading blanks. */
const VISIBLE = /\S/;
const COMPRESSED: ReadonlySet<string> = new Set(["docZip", "loteDistMDFeComp"]);

/** The element inside a SOAP envelope and the wrappers of SEFAZ's services; the root itself without them. */
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
  return SOAP_NAMESPACES.includes(namespace) || WSDL.test(namespace) || WRAPPER.test(local);
}

/** Says whether the namespace is national or empty: a document
 * without a namespace is read, and its judgement reports that. */
export function isInPortalNamespace({ namespace }: XmlElement): boolean {
  return namespace === "" || Object.values<string>(NAMESPACES).includes(namespace);
}

/** The documents and eventos in a batch or an answer, in order and never nested. In a
 * foreign file only national namespaces count: element names alone prove nothing there. */
export function findContents(payload: XmlElement): LoteContents {
  const isForeign = !isInPortalNamespace(payload) && !payload.namespace.startsWith(PORTAL);
  const contents: LoteContents = { documentos: [], compressed: [] };
  collect(payload, { contents, isForeign });
  return contents;
}

function collect(element: XmlElement, into: { contents: LoteContents; isForeign: boolean }): void {
  if (element.local === "Signature") return;
  if (isDocumento(element) && !(into.isForeign && element.namespace === "")) {
    into.contents.documentos.push(element);
  } else if (isCompressed(element)) {
    into.contents.compressed.push(element);
  } else if (!isLeaf(element)) {
    const { children } = element;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at];
      if (child !== undefined && isElement(child)) collect(child, into);
    }
  }
}

/** Says whether an element is a document or evento to read, by name and namespace. Without a namespace, and
 * in a procCanc, it also needs a specific child: other systems use the names "evento" and procCanc too. */
export function isDocumento(element: XmlElement): boolean {
  const layout = layoutOf(element.local);
  if (!layout) return false;
  const isInFamily = element.namespace === NAMESPACES[layout.family];
  if (element.namespace !== "" && !(isInFamily && isOldCancelamento(layout))) return isInFamily;
  const parts = [layout.raiz, layout.assinado, layout.retorno];
  return elementsOf(element).some(({ local }) => parts.includes(local));
}

/** Says whether the text is compressed: any docZip of the
 * distribution services, or a gzip in a CT-e reception message. */
function isCompressed(element: XmlElement): boolean {
  if (COMPRESSED.has(element.local)) return !hasElements(element);
  if (!isLeaf(element) && hasElements(element)) return false;
  const text = textOf(element);
  return text !== "" && text.startsWith(GZIP_BASE64, text.search(VISIBLE)) && isWrapper(element);
}

/** Says whether any element of a foreign file has a national namespace. */
export function mentionsPortal(element: XmlElement): boolean {
  return element.namespace.startsWith(PORTAL) || mentionsPortalBelow(element);
}

/** @param element not in a national namespace: children with the same namespace need no check */
function mentionsPortalBelow({ namespace, children }: XmlElement): boolean {
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (child === undefined || !isElement(child)) continue;
    if (child.namespace !== namespace && child.namespace.startsWith(PORTAL)) return true;
    if (!isLeaf(child) && mentionsPortalBelow(child)) return true;
  }
  return false;
}
