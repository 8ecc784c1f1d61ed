import { type Assinado, findOutrosAssinaveis } from "../assinatura/find-assinado.ts";
import { caminhoOf } from "../estrutura/irregularidade.ts";
import type { Findings } from "../findings.ts";
import { NAMESPACES } from "../read/layouts.ts";
import { isLocalizado } from "../read/locate.ts";
import type { Aberto } from "../read/read-dfe.ts";
import { hasInheritedXml } from "../xml/namespaces.ts";
import { elementsOf, type XmlElement } from "../xml/tree.ts";

const DETALHE_MAX = 80;

/** Looks at the document as such: what had to be mended, what it calls itself, strangers beside the signed element, and what hides
 * in it or would lean on it from outside. */
export function judgeConteudo({ parsed, lugar }: Aberto, alvo: Assinado | null, findings: Findings): void {
  if (parsed?.encodingRepaired) findings.add("codificacao-reparada");
  if (parsed?.edgesRepaired) findings.add("bordas-reparadas");
  if (!alvo) return;
  const familia = lugar && isLocalizado(lugar) ? lugar.layout.familia : null;
  const { namespace } = alvo.assinado;
  if (namespace === "" || (familia && namespace !== NAMESPACES[familia])) findings.add("sem-namespace");
  judgeEstranhos(alvo, findings);
  if (inheritsXml(alvo)) findings.add("xml-herdado");
  const [rival] = findOutrosAssinaveis(alvo);
  if (rival) findings.add("assinado-aninhado", { caminho: caminhoOf(rival, alvo.assinado) });
  judgeNodes(alvo.assinado, alvo.assinado, findings);
  for (const each of alvo.assinaturas) judgeNodes(each, each, findings);
}

function judgeEstranhos({ estranhos: { noEnvelope, emVolta } }: Assinado, findings: Findings): void {
  const name = (locals: readonly string[]): string => locals.join(" ").slice(0, DETALHE_MAX);
  if (noEnvelope.length > 0) findings.add("estrutura-inesperada", { detalhe: name(noEnvelope) });
  if (emVolta.length > 0) findings.add("sobras-em-volta", { detalhe: name(emVolta) });
}

/** What an xml:* attribute above a signed element says enters its canonical form; SignedInfo is signed too. */
function inheritsXml({ assinado, assinaturas }: Assinado): boolean {
  return [assinado, ...assinaturas.flatMap(elementsOf)].some(hasInheritedXml);
}

const NODES = {
  comment: "comentario-no-assinado",
  instruction: "instrucao-no-assinado",
  cdata: "cdata-no-assinado",
} as const;

/** A signature does not cover comments; one of them can cut a value in two for a careless reader. The first of each is told. */
function judgeNodes(element: XmlElement, raiz: XmlElement, findings: Findings): void {
  for (const node of element.children) {
    if (typeof node === "string") continue;
    if (node.kind === "element") judgeNodes(node, raiz, findings);
    else if (!findings.has(NODES[node.kind]))
      findings.add(NODES[node.kind], { caminho: caminhoOf(element, raiz) });
  }
}
