import type { MotivoNaoDfe } from "../leitura.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";
import { childOf, childrenOf, LayoutError } from "./fields.ts";

/** A document found at its exact path: `envelope` holds the signed element and its signature side by side;
 * `resposta` is what SEFAZ added (not signed by the author); `estranhos` are children no layout has. */
export type Localizado = {
  kind: "nota" | "evento";
  envelope: XmlElement;
  assinado: XmlElement;
  assinaturas: XmlElement[];
  resposta: XmlElement | null;
  estranhos: { noEnvelope: string[]; emVolta: string[] };
};

export type Lugar =
  | Localizado
  | { kind: "outro-dfe"; raiz: string; namespace: string }
  | { kind: "nao-dfe"; motivo: MotivoNaoDfe };

export const NFE_NAMESPACE = "http://www.portalfiscal.inf.br/nfe";
export const DSIG_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#";

const PORTAL = "http://www.portalfiscal.inf.br/";
const NFSE_NAMESPACES = ["http://www.sped.fazenda.gov.br/nfse", "http://www.abrasf.org.br/nfse.xsd"];
const SOAP_NAMESPACES = [
  "http://www.w3.org/2003/05/soap-envelope",
  "http://schemas.xmlsoap.org/soap/envelope/",
];

/** Roots of documents and events that are DF-e too, but are not read yet. */
const OUTROS: ReadonlySet<string> = new Set(
  `CTe cteProc CTeOS cteOSProc CTeSimp cteSimpProc GTVe GTVeProc enviCTe eventoCTe procEventoCTe
   MDFe mdfeProc enviMDFe eventoMDFe procEventoMDFe
   NFCom nfcomProc eventoNFCom procEventoNFCom NF3e nf3eProc eventoNF3e procEventoNF3e
   BPe bpeProc BPeTM bpeTMProc eventoBPe procEventoBPe DCe dceProc NFGas nfgasProc NFAg nfagProc
   inutNFe procInutNFe ProcInutNFe cancNFe procCancNFe CFe CFeCanc NFSe CompNfse`.split(/\s+/),
);

export function isLocalizado(lugar: Lugar): lugar is Localizado {
  return lugar.kind === "nota" || lugar.kind === "evento";
}

/** Says what a root element is and, for notas and eventos, where their parts are.   @throws LayoutError */
export function locate(root: XmlElement): Lugar {
  if (root.namespace === NFE_NAMESPACE || root.namespace === "") {
    const found = locateNota(root) ?? locateEvento(root);
    if (found) return found;
  }
  const { local, namespace } = root;
  if (isOutroDfe(root)) return { kind: "outro-dfe", raiz: local, namespace };
  const fromSefaz = namespace.startsWith(PORTAL) || SOAP_NAMESPACES.includes(namespace);
  return { kind: "nao-dfe", motivo: fromSefaz ? "mensagem-sefaz" : "xml-alheio" };
}

function isOutroDfe({ local, namespace }: XmlElement): boolean {
  if (NFSE_NAMESPACES.includes(namespace)) return true;
  return OUTROS.has(local) && (namespace === "" || namespace.startsWith(PORTAL));
}

function locateNota(root: XmlElement): Localizado | null {
  if (root.local !== "NFe" && root.local !== "nfeProc" && root.local !== "enviNFe") return null;
  const envelope = root.local === "NFe" ? root : requireOnly(root, "NFe");
  const protocolo = root.local === "nfeProc" ? childOf(root, "protNFe") : null;
  return {
    kind: "nota",
    envelope,
    assinado: requireOnly(envelope, "infNFe"),
    assinaturas: signaturesOf(envelope),
    resposta: childOf(protocolo, "infProt"),
    estranhos: {
      noEnvelope: strangersIn(envelope, ["infNFe", "infNFeSupl", "Signature"]),
      emVolta: envelope === root ? [] : strangersIn(root, ["NFe", "protNFe", "idLote", "indSinc"]),
    },
  };
}

function locateEvento(root: XmlElement): Localizado | null {
  if (root.local !== "evento" && root.local !== "procEventoNFe" && root.local !== "envEvento") return null;
  const envelope = root.local === "evento" ? root : requireOnly(root, "evento");
  const resposta = root.local === "procEventoNFe" ? childOf(root, "retEvento") : null;
  return {
    kind: "evento",
    envelope,
    assinado: requireOnly(envelope, "infEvento"),
    assinaturas: signaturesOf(envelope),
    resposta: childOf(resposta, "infEvento"),
    estranhos: {
      noEnvelope: strangersIn(envelope, ["infEvento", "Signature"]),
      emVolta: envelope === root ? [] : strangersIn(root, ["evento", "retEvento", "idLote"]),
    },
  };
}

function requireOnly(element: XmlElement, local: string): XmlElement {
  const [first, second] = childrenOf(element, local);
  if (second)
    throw new LayoutError(local === "NFe" || local === "evento" ? "varios-documentos" : "estrutura", local);
  if (!first) throw new LayoutError("campo-ausente", local);
  return first;
}

function signaturesOf(envelope: XmlElement): XmlElement[] {
  return elementsOf(envelope).filter((each) => each.local === "Signature");
}

function strangersIn(element: XmlElement, known: readonly string[]): string[] {
  return elementsOf(element)
    .filter((each) => !known.includes(each.local) || !isAtHome(each, element))
    .map((each) => each.local);
}

function isAtHome(child: XmlElement, parent: XmlElement): boolean {
  return child.namespace === (child.local === "Signature" ? DSIG_NAMESPACE : parent.namespace);
}
