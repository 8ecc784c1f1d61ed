import type { Identidade, MotivoNaoDfe } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { type Carga, findCarga, isAtPortal, isDocumento, mentionsPortal, unwrap } from "./envoltorio.ts";
import { childrenOf, LayoutError } from "./fields.ts";
import { identify } from "./identidade.ts";
import {
  isCancelamentoAntigo,
  isOutroDfe,
  isServico,
  type Layout,
  layoutOf,
  NAMESPACES,
  PORTAL,
  RESUMOS,
} from "./layouts.ts";

/** A document found at its exact path: `envelope` holds the signed element and its signature side by side;
 * `resposta` is what SEFAZ added (not signed by the author), the first where there are several, whose tags are `repetidos`;
 * `estranhos` are children no layout has. */
export type Localizado = {
  kind: "nota" | "evento";
  layout: Layout;
  envelope: XmlElement;
  assinado: XmlElement;
  assinaturas: XmlElement[];
  resposta: XmlElement | null;
  repetidos: string[];
  estranhos: { noEnvelope: string[]; emVolta: string[] };
};

/** Where the content of an XML is. `documentos` of a lote are whole elements, the text of `zipados` compressed ones. */
export type Lugar =
  | Localizado
  | ({ kind: "lote"; payload: XmlElement } & Carga)
  | { kind: "resumo"; payload: XmlElement }
  | ({ kind: "outro-dfe"; namespace: string; payload: XmlElement } & Identidade)
  | ({ kind: "mensagem"; payload: XmlElement } & Identidade)
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe };

export const DSIG_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";

export function isLocalizado(lugar: Lugar): lugar is Localizado {
  return lugar.kind === "nota" || lugar.kind === "evento";
}

/** Says what a root element is and where its parts are. What lies in a SOAP envelope, a service's wrapper or a foreign file counts as
 * lote: its documents are taken out before they are read.   @throws LayoutError */
export function locate(root: XmlElement): Lugar {
  const payload = unwrap(root);
  const layout = payload === root ? layoutAt(root) : null;
  if (layout) return locateDocumento(root, layout);
  if (isAtPortal(payload) && RESUMOS.has(payload.local)) return { kind: "resumo", payload };
  if (isOutroDfe(payload)) {
    return { kind: "outro-dfe", namespace: payload.namespace, payload, ...identify(payload) };
  }
  const { documentos, zipados } = findCarga(payload);
  if (documentos.length + zipados.length > 0) return { kind: "lote", payload, documentos, zipados };
  if (isMensagem(payload, root)) return { kind: "mensagem", payload, ...identify(payload) };
  return { kind: "nao-dfe", motivo: "xml-alheio" };
}

/** @throws LayoutError estrutura for a document in the namespace of another family */
function layoutAt(root: XmlElement): Layout | null {
  const layout = layoutOf(root.local);
  if (!layout || isDocumento(root)) return layout;
  if (isCancelamentoAntigo(layout)) return null;
  // The NF-e ABI calls its eventos as the NF-e does.
  if (layout.kind === "evento" && isOutroDfe(root)) return null;
  if (root.namespace.startsWith(PORTAL)) throw new LayoutError("estrutura", `${root.local}/@xmlns`);
  return null;
}

function isMensagem(payload: XmlElement, root: XmlElement): boolean {
  const isNameless = payload.namespace === "";
  return payload !== root || (isNameless && isServico(payload.local)) || mentionsPortal(payload);
}

function locateDocumento(root: XmlElement, layout: Layout): Localizado {
  const isProc = root.local !== layout.raiz;
  const envelope = isProc ? requireOnly(root, layout.raiz, layout) : root;
  const retornos = isProc ? partsOf(root, layout.retorno, layout) : [];
  const respostas = childrenOf(retornos[0] ?? null, layout.resposta);
  const beside = layout.suplemento === null ? [] : [layout.suplemento];
  return {
    kind: layout.kind,
    layout,
    envelope,
    assinado: requireOnly(envelope, layout.assinado, layout),
    assinaturas: elementsOf(envelope).filter((each) => each.local === "Signature"),
    resposta: respostas[0] ?? null,
    repetidos: [retornos, respostas].flatMap(([first, second]) => (first && second ? [first.local] : [])),
    estranhos: {
      noEnvelope: strangersIn(envelope, [layout.assinado, ...beside, "Signature"], layout),
      emVolta: isProc ? strangersIn(root, [layout.raiz, layout.retorno], layout) : [],
    },
  };
}

/** The parts with a name in the parent's namespace or the family's: some systems glue document and answer together in a wrapper
 * that declares none. */
function partsOf(element: XmlElement, local: string, layout: Layout): XmlElement[] {
  return elementsOf(element).filter((each) => each.local === local && isAtHome(each, element, layout));
}

function requireOnly(element: XmlElement, local: string, layout: Layout): XmlElement {
  const [first, second] = partsOf(element, local, layout);
  if (second) throw new LayoutError("estrutura", local);
  if (!first) throw new LayoutError("campo-ausente", local);
  return first;
}

function strangersIn(element: XmlElement, known: readonly string[], layout: Layout): string[] {
  return elementsOf(element)
    .filter((each) => !known.includes(each.local) || !isAtHome(each, element, layout))
    .map((each) => each.local);
}

function isAtHome(child: XmlElement, parent: XmlElement, layout: Layout): boolean {
  if (child.local === "Signature") return child.namespace === DSIG_NAMESPACE;
  return child.namespace === parent.namespace || child.namespace === NAMESPACES[layout.familia];
}
