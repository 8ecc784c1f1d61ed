import { elementsOf, hasElements, isElement, isLeaf, textOf, type XmlElement } from "../xml/tree.ts";
import { isCancelamentoAntigo, layoutOf, NAMESPACES, PORTAL } from "./layouts.ts";

/** What a batch, an answer or a foreign file carries: whole documents, and elements whose text is a compressed one. */
export type Carga = { documentos: XmlElement[]; zipados: XmlElement[] };

const SOAP_NAMESPACES = [
  "http://www.w3.org/2003/05/soap-envelope",
  "http://schemas.xmlsoap.org/soap/envelope/",
];
const WSDL = /^http:\/\/www\.portalfiscal\.inf\.br\/[a-z0-9]+\/wsdl\//;
const WRAPPER = /(?:DadosMsg|DistDFeInteresse|ResultMsg|Result|Response)$/;
/** Envelope, Body, the operation's wrapper, its inner wrapper. */
const WRAPPERS_MAX = 6;
/** The first bytes of every gzip, in base64. */
const GZIP_BASE64 = "H4sI";
/** Searched for: going over blanks from the beginning of a text takes several times as long. */
const VISIBLE = /\S/;
const COMPRIMIDOS: ReadonlySet<string> = new Set(["docZip", "loteDistMDFeComp"]);

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
  return SOAP_NAMESPACES.includes(namespace) || WSDL.test(namespace) || WRAPPER.test(local);
}

/** A national namespace, or none: documents without one are read, and judged for it. */
export function isAtPortal({ namespace }: XmlElement): boolean {
  return namespace === "" || Object.values<string>(NAMESPACES).includes(namespace);
}

/** The documents and eventos in a batch or an answer, in their order, none of them inside another. In a foreign file only what
 * stands in a national namespace counts: names alone prove nothing there. */
export function findCarga(payload: XmlElement): Carga {
  const isForeign = !isAtPortal(payload) && !payload.namespace.startsWith(PORTAL);
  const carga: Carga = { documentos: [], zipados: [] };
  collect(payload, { carga, isForeign });
  return carga;
}

function collect(element: XmlElement, into: { carga: Carga; isForeign: boolean }): void {
  if (element.local === "Signature") return;
  if (isDocumento(element) && !(into.isForeign && element.namespace === "")) {
    into.carga.documentos.push(element);
  } else if (isComprimido(element)) {
    into.carga.zipados.push(element);
  } else if (!isLeaf(element)) {
    const { children } = element;
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at];
      if (child !== undefined && isElement(child)) collect(child, into);
    }
  }
}

/**
 * Says whether an element is a document or evento that is read: by its name in the namespace of its
 * family, or without one by its name and a part that only a document has, since any XML may
 * have an "evento". Some systems put other things into a "procCanc": an old cancellation needs its
 * part too.
 */
export function isDocumento(element: XmlElement): boolean {
  const layout = layoutOf(element.local);
  if (!layout) return false;
  const isInFamilia = element.namespace === NAMESPACES[layout.familia];
  if (element.namespace !== "" && !(isInFamilia && isCancelamentoAntigo(layout))) return isInFamilia;
  const parts = [layout.raiz, layout.assinado, layout.retorno];
  return elementsOf(element).some(({ local }) => parts.includes(local));
}

/** A docZip of the distribution services, whatever it holds, or the message of CT-e reception, whose text is a gzip. */
function isComprimido(element: XmlElement): boolean {
  if (COMPRIMIDOS.has(element.local)) return !hasElements(element);
  if (!isLeaf(element) && hasElements(element)) return false;
  const text = textOf(element);
  return text !== "" && text.startsWith(GZIP_BASE64, text.search(VISIBLE)) && isWrapper(element);
}

/** Says whether anything inside a foreign file stands in a national namespace. */
export function mentionsPortal(element: XmlElement): boolean {
  return element.namespace.startsWith(PORTAL) || mentionsPortalBelow(element);
}

/** @param element in no national namespace itself, so that what shares its own is in none either */
function mentionsPortalBelow({ namespace, children }: XmlElement): boolean {
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (child === undefined || !isElement(child)) continue;
    if (child.namespace !== namespace && child.namespace.startsWith(PORTAL)) return true;
    if (!isLeaf(child) && mentionsPortalBelow(child)) return true;
  }
  return false;
}
