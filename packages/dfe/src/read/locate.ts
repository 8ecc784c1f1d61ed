import type { Identity, NonDfeReason } from "../reading.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childrenOf, LayoutError } from "./fields/fields.ts";
import { identify } from "./identity.ts";
import {
  type EventoLayout,
  isOldCancelamento,
  type Layout,
  layoutOf,
  NAMESPACES,
  type NotaLayout,
  PORTAL,
  RESUMOS,
} from "./layouts.ts";
import {
  findContents,
  isDocumento,
  isInPortalNamespace,
  type LoteContents,
  mentionsPortal,
  unwrap,
} from "./lote/wrapper.ts";
import { isOtherDfe, isService } from "./unread.ts";

/** A document found at its exact path. */
export type LocatedDocumento = LocatedNota | LocatedEvento;
export type LocatedNota = LocatedParts & { kind: "nota"; layout: NotaLayout };
export type LocatedEvento = LocatedParts & { kind: "evento"; layout: EventoLayout };

type LocatedParts = {
  /** The element that contains the signed element and its signature. */
  envelope: XmlElement;
  assinado: XmlElement;
  assinaturas: XmlElement[];
  /** SEFAZ's answer, which the autor did not sign; the first one if repeated. */
  resposta: XmlElement | null;
  /** Tags of the answer that occur more than once. */
  repeated: string[];
  /** Children that the layout does not have. */
  unexpected: { inEnvelope: string[]; around: string[] };
};

/** Where the content of an XML is. In a lote, `documentos`
 * are whole elements and `compressed` have a compressed text. */
export type Location =
  | LocatedDocumento
  | ({ kind: "lote"; payload: XmlElement } & LoteContents)
  | { kind: "resumo"; payload: XmlElement }
  | ({ kind: "outro-dfe"; namespace: string; payload: XmlElement } & Identity)
  | ({ kind: "mensagem"; payload: XmlElement } & Identity)
  | { kind: "nao-dfe"; motivo: NonDfeReason };

export const DSIG_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";

export function isLocatedDocumento(location: Location): location is LocatedDocumento {
  return location.kind === "nota" || location.kind === "evento";
}

/** Classifies a root element and locates its parts. Contents of a SOAP envelope,
 * a service wrapper or a foreign file are a lote: they are extracted first.
 * @throws LayoutError */
export function locate(root: XmlElement): Location {
  const payload = unwrap(root);
  const layout = payload === root ? layoutAt(root) : null;
  if (layout) return locateDocumento(root, layout);
  if (isInPortalNamespace(payload) && RESUMOS.has(payload.local)) return { kind: "resumo", payload };
  if (isOtherDfe(payload)) {
    return { kind: "outro-dfe", namespace: payload.namespace, payload, ...identify(payload) };
  }
  const { documentos, compressed } = findContents(payload);
  if (documentos.length + compressed.length > 0) return { kind: "lote", payload, documentos, compressed };
  if (isMessage(payload, root)) return { kind: "mensagem", payload, ...identify(payload) };
  return { kind: "nao-dfe", motivo: "xml-alheio" };
}

/** @throws LayoutError estrutura for a document in the namespace of another family */
function layoutAt(root: XmlElement): Layout | null {
  const layout = layoutOf(root.local);
  if (!layout || isDocumento(root)) return layout;
  if (isOldCancelamento(layout)) return null;
  // An NF-e ABI uses the evento names of the NF-e.
  if (layout.kind === "evento" && isOtherDfe(root)) return null;
  if (root.namespace.startsWith(PORTAL)) throw new LayoutError("estrutura", `${root.local}/@xmlns`);
  return null;
}

function isMessage(payload: XmlElement, root: XmlElement): boolean {
  const isNameless = payload.namespace === "";
  return payload !== root || (isNameless && isService(payload.local)) || mentionsPortal(payload);
}

function locateDocumento(root: XmlElement, layout: Layout): LocatedDocumento {
  const isProc = root.local !== layout.raiz;
  const envelope = isProc ? requireOnly(root, layout.raiz, layout) : root;
  const retornos = isProc ? partsOf(root, layout.retorno, layout) : [];
  const responses = childrenOf(retornos[0] ?? null, layout.resposta);
  const beside = layout.suplemento === null ? [] : [layout.suplemento];
  const parts = {
    envelope,
    assinado: requireOnly(envelope, layout.assinado, layout),
    assinaturas: elementsOf(envelope).filter((each) => each.local === "Signature"),
    resposta: responses[0] ?? null,
    repeated: [retornos, responses].flatMap(([first, second]) => (first && second ? [first.local] : [])),
    unexpected: {
      inEnvelope: unexpectedIn(envelope, [layout.assinado, ...beside, "Signature"], layout),
      around: isProc ? unexpectedIn(root, [layout.raiz, layout.retorno], layout) : [],
    },
  };
  return layout.kind === "nota"
    ? { ...parts, kind: layout.kind, layout }
    : { ...parts, kind: layout.kind, layout };
}

/** The children with a name, in the parent's namespace or the family's. Some
 * systems put document and answer into an element without a namespace. */
function partsOf(element: XmlElement, local: string, layout: Layout): XmlElement[] {
  return elementsOf(element).filter((each) => each.local === local && isInNamespace(each, element, layout));
}

function requireOnly(element: XmlElement, local: string, layout: Layout): XmlElement {
  const [first, second] = partsOf(element, local, layout);
  if (second) throw new LayoutError("estrutura", local);
  if (!first) throw new LayoutError("campo-ausente", local);
  return first;
}

function unexpectedIn(element: XmlElement, known: readonly string[], layout: Layout): string[] {
  return elementsOf(element)
    .filter((each) => !known.includes(each.local) || !isInNamespace(each, element, layout))
    .map((each) => each.local);
}

function isInNamespace(child: XmlElement, parent: XmlElement, layout: Layout): boolean {
  if (child.local === "Signature") return child.namespace === DSIG_NAMESPACE;
  return child.namespace === parent.namespace || child.namespace === NAMESPACES[layout.family];
}
