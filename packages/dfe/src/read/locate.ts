import type { Identidade, MotivoNaoDfe } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, LayoutError } from "./fields.ts";
import { identify } from "./identidade.ts";
import { type Layout, layoutOf, NAMESPACES, OUTROS } from "./layouts.ts";
import { findDocumentos, isLote, unwrap } from "./lote.ts";

/** A document found at its exact path: `envelope` holds the signed element and its signature side by side;
 * `resposta` is what SEFAZ added (not signed by the author); `estranhos` are children no layout has. */
export type Localizado = {
  kind: "nota" | "evento";
  layout: Layout;
  envelope: XmlElement;
  assinado: XmlElement;
  assinaturas: XmlElement[];
  resposta: XmlElement | null;
  estranhos: { noEnvelope: string[]; emVolta: string[] };
};

/** Where the content of an XML is. `documentos` of a lote are whole elements, and those of docZip the compressed ones. */
export type Lugar =
  | Localizado
  | { kind: "lote"; payload: XmlElement; documentos: XmlElement[] }
  | { kind: "resumo"; payload: XmlElement }
  | ({ kind: "outro-dfe"; namespace: string; payload: XmlElement } & Identidade)
  | ({ kind: "mensagem"; payload: XmlElement } & Identidade)
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe };

export const DSIG_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";
export const PORTAL = "http://www.portalfiscal.inf.br/";

const NFSE_NAMESPACES = ["http://www.sped.fazenda.gov.br/nfse", "http://www.abrasf.org.br/nfse.xsd"];
const RESUMOS: ReadonlySet<string> = new Set(["resNFe", "resEvento"]);

export function isLocalizado(lugar: Lugar): lugar is Localizado {
  return lugar.kind === "nota" || lugar.kind === "evento";
}

/** Says what a root element is and where its parts are. What lies in a SOAP envelope or a service's wrapper counts as lote: its
 * documents are taken out before they are read.   @throws LayoutError */
export function locate(root: XmlElement): Lugar {
  const payload = unwrap(root);
  const layout = payload === root && isAtPortal(root) ? layoutOf(root.local) : null;
  if (layout) return locateDocumento(root, layout);
  if (isAtPortal(payload)) {
    if (RESUMOS.has(payload.local)) return { kind: "resumo", payload };
    const documentos = findDocumentos(payload);
    if (documentos.length > 0 || isLote(payload)) return { kind: "lote", payload, documentos };
  }
  if (isOutroDfe(payload)) {
    return { kind: "outro-dfe", namespace: payload.namespace, payload, ...identify(payload) };
  }
  if (payload !== root || payload.namespace.startsWith(PORTAL)) {
    return { kind: "mensagem", payload, ...identify(payload) };
  }
  return { kind: "nao-dfe", motivo: "xml-alheio" };
}

/** A national namespace, or none: documents without one are read, and judged for it. */
function isAtPortal({ namespace }: XmlElement): boolean {
  return namespace === "" || Object.values<string>(NAMESPACES).includes(namespace);
}

function isOutroDfe({ local, namespace }: XmlElement): boolean {
  if (NFSE_NAMESPACES.includes(namespace)) return true;
  return Object.hasOwn(OUTROS, local) && (namespace === "" || namespace.startsWith(PORTAL));
}

function locateDocumento(root: XmlElement, layout: Layout): Localizado {
  const isProc = root.local !== layout.raiz;
  const envelope = isProc ? requireOnly(root, layout.raiz) : root;
  const retorno = isProc ? childOf(root, layout.retorno) : null;
  const beside = layout.suplemento === null ? [] : [layout.suplemento];
  return {
    kind: layout.kind,
    layout,
    envelope,
    assinado: requireOnly(envelope, layout.assinado),
    assinaturas: elementsOf(envelope).filter((each) => each.local === "Signature"),
    resposta: childOf(retorno, layout.resposta),
    estranhos: {
      noEnvelope: strangersIn(envelope, [layout.assinado, ...beside, "Signature"]),
      emVolta: isProc ? strangersIn(root, [layout.raiz, layout.retorno]) : [],
    },
  };
}

function requireOnly(element: XmlElement, local: string): XmlElement {
  const [first, second] = childrenOf(element, local);
  if (second) throw new LayoutError("estrutura", local);
  if (!first) throw new LayoutError("campo-ausente", local);
  return first;
}

function strangersIn(element: XmlElement, known: readonly string[]): string[] {
  return elementsOf(element)
    .filter((each) => !known.includes(each.local) || !isAtHome(each, element))
    .map((each) => each.local);
}

function isAtHome(child: XmlElement, parent: XmlElement): boolean {
  return child.namespace === (child.local === "Signature" ? DSIG_NAMESPACE : parent.namespace);
}
