import type { Alvo, Assinado } from "../assinatura/find-assinado.ts";
import { caminhoOf } from "../estrutura/irregularidade.ts";
import type { Findings } from "../findings.ts";
import { NAMESPACES } from "../read/layouts.ts";
import { isLocatedDocumento, type LocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import { hasInheritedXml, hasXml } from "../xml/namespaces.ts";
import { elementsOf, hasElements, isElement, isLeaf, type XmlElement } from "../xml/tree.ts";

const DETALHE_MAX = 80;

/** Looks at the document as such: what had to be mended, what it calls itself, strangers beside the signed element, and what hides
 * in it or would lean on it from outside. */
export function judgeConteudo({ parsed, location }: OpenedDfe, alvo: Alvo | null, findings: Findings): void {
  if (parsed?.encodingRepaired) findings.add("codificacao-reparada");
  if (parsed?.edgesRepaired) findings.add("bordas-reparadas");
  if (!alvo) return;
  const localizado = location && isLocatedDocumento(location) ? location : null;
  const { namespace } = alvo.assinado;
  const isEstrangeiro = localizado !== null && namespace !== NAMESPACES[localizado.layout.familia];
  if (namespace === "" || isEstrangeiro) findings.add("sem-namespace");
  judgeEstranhos(alvo, localizado, findings);
  if (inheritsXml(alvo)) findings.add("xml-herdado");
  const { rival } = alvo.arredores;
  if (rival) findings.add("assinado-aninhado", { caminho: caminhoOf(rival, alvo.assinado) });
  judgeNodes(alvo.assinado, alvo.assinado, findings);
  for (const each of alvo.assinaturas) judgeNodes(each, each, findings);
}

function judgeEstranhos(alvo: Assinado, location: LocatedDocumento | null, findings: Findings): void {
  const name = (locals: readonly string[]): string => locals.join(" ").slice(0, DETALHE_MAX);
  const { inEnvelope, around } = alvo.unexpected;
  if (inEnvelope.length > 0) findings.add("estrutura-inesperada", { detalhe: name(inEnvelope) });
  const sobras = [...around, ...(location ? strangersInAnswer(location) : [])];
  if (sobras.length > 0) findings.add("sobras-em-volta", { detalhe: name(sobras) });
}

/** What SEFAZ's answer holds beside itself: its signature, and a note to the issuer.   @source leiauteNFe_v4.00.xsd (TProtNFe) */
const NA_RESPOSTA: ReadonlySet<string> = new Set(["Signature", "infFisco"]);

/** Names of what no answer holds, as many as are told: it is a list of fields, so that an element with others inside is a stranger there. */
function strangersInAnswer({ envelope, layout, resposta }: LocatedDocumento): string[] {
  const found: string[] = [];
  const look = (each: XmlElement): void => {
    if (each !== resposta && !NA_RESPOSTA.has(each.local)) found.push(each.local);
  };
  for (const retorno of envelope.parent?.children ?? []) {
    if (found.length >= DETALHE_MAX) return found;
    if (isElement(retorno) && retorno.local === layout.retorno) elementsOf(retorno).forEach(look);
  }
  if (resposta) elementsOf(resposta).filter(hasElements).forEach(look);
  return found;
}

/** What an xml:* attribute above a signed element says enters its canonical form; SignedInfo is signed too, in a signature that stands
 * beside the element. */
function inheritsXml({ assinado, assinaturas }: Assinado): boolean {
  return hasInheritedXml(assinado) || assinaturas.some((each) => hasElements(each) && hasXml(each));
}

const NODES = {
  comment: "comentario-no-assinado",
  instruction: "instrucao-no-assinado",
  cdata: "cdata-no-assinado",
} as const;

/** A signature does not cover comments; one of them can cut a value in two for a careless reader. The first of each is told. */
function judgeNodes(element: XmlElement, raiz: XmlElement, findings: Findings): void {
  // What stands in its canonical form letter for letter holds none of them.
  if (element.end > 0 || isLeaf(element)) return;
  for (const node of element.children) {
    if (typeof node === "string") continue;
    if (node.kind === "element") judgeNodes(node, raiz, findings);
    else if (!findings.has(NODES[node.kind]))
      findings.add(NODES[node.kind], { caminho: caminhoOf(element, raiz) });
  }
}
