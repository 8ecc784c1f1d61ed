import type { Findings } from "../findings.ts";
import { NAMESPACES } from "../read/layouts.ts";
import { isLocatedDocumento, type LocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import type { SignedElement, SignedTarget } from "../signature/find-signed.ts";
import { pathOf } from "../structure/irregularity.ts";
import { hasInheritedXml, hasXml } from "../xml/namespaces.ts";
import { elementsOf, hasElements, isElement, isLeaf, type XmlElement } from "../xml/tree.ts";

const DETAIL_MAX = 80;

/** Judges the document as XML: repairs, namespace, unexpected
 * and hidden elements, and inherited xml:* attributes. */
export function judgeContent(
  { parsed, location }: OpenedDfe,
  target: SignedTarget | null,
  findings: Findings,
): void {
  if (parsed?.encodingRepaired) findings.add("codificacao-reparada");
  if (parsed?.edgesRepaired) findings.add("bordas-reparadas");
  if (!target) return;
  const located = location && isLocatedDocumento(location) ? location : null;
  const { namespace } = target.assinado;
  const isOtherFamily = located !== null && namespace !== NAMESPACES[located.layout.family];
  if (namespace === "" || isOtherFamily) findings.add("sem-namespace");
  judgeUnexpected(target, located, findings);
  if (inheritsXml(target)) findings.add("xml-herdado");
  const { rival } = target.surroundings;
  if (rival) findings.add("assinado-aninhado", { caminho: pathOf(rival, target.assinado) });
  judgeNodes(target.assinado, target.assinado, findings);
  for (const each of target.assinaturas) judgeNodes(each, each, findings);
}

function judgeUnexpected(target: SignedElement, location: LocatedDocumento | null, findings: Findings): void {
  const name = (locals: readonly string[]): string => locals.join(" ").slice(0, DETAIL_MAX);
  const { inEnvelope, around } = target.unexpected;
  if (inEnvelope.length > 0) findings.add("estrutura-inesperada", { detalhe: name(inEnvelope) });
  const extra = [...around, ...(location ? unexpectedInAnswer(location) : [])];
  if (extra.length > 0) findings.add("sobras-em-volta", { detalhe: name(extra) });
}

/** Children of SEFAZ's answer besides its fields: its signature, and a note to the emitente.
 * @source leiauteNFe_v4.00.xsd (TProtNFe) */
const ALLOWED_IN_ANSWER: ReadonlySet<string> = new Set(["Signature", "infFisco"]);

/** Names of unexpected elements in SEFAZ's answer, up to the length
 * that a finding shows. Its fields must have no child elements. */
function unexpectedInAnswer({ envelope, layout, resposta }: LocatedDocumento): string[] {
  const found: string[] = [];
  const look = (each: XmlElement): void => {
    if (each !== resposta && !ALLOWED_IN_ANSWER.has(each.local)) found.push(each.local);
  };
  for (const retorno of envelope.parent?.children ?? []) {
    if (found.length >= DETAIL_MAX) return found;
    if (isElement(retorno) && retorno.local === layout.retorno) elementsOf(retorno).forEach(look);
  }
  if (resposta) elementsOf(resposta).filter(hasElements).forEach(look);
  return found;
}

/** Says whether the signed element or SignedInfo inherits
 * an xml:* attribute, which changes its canonical form. */
function inheritsXml({ assinado, assinaturas }: SignedElement): boolean {
  return hasInheritedXml(assinado) || assinaturas.some((each) => hasElements(each) && hasXml(each));
}

const NODES = {
  comment: "comentario-no-assinado",
  instruction: "instrucao-no-assinado",
  cdata: "cdata-no-assinado",
} as const;

/** A signature does not cover comments, which can split a value
 * for a careless reader. Reports the first of each kind. */
function judgeNodes(element: XmlElement, root: XmlElement, findings: Findings): void {
  // An element in canonical form contains none of them.
  if (element.end > 0 || isLeaf(element)) return;
  for (const node of element.children) {
    if (typeof node === "string") continue;
    if (node.kind === "element") judgeNodes(node, root, findings);
    else if (!findings.has(NODES[node.kind]))
      findings.add(NODES[node.kind], { caminho: pathOf(element, root) });
  }
}
