import { DSIG_NAMESPACE, type Localizado } from "../read/locate.ts";
import { attributeOf, elementsOf, isElement, walkBelow, type XmlElement } from "../xml/tree.ts";

/** A signed element where it stands: `envelope` holds it with the signatures beside it, `estranhos` are children no layout has. */
export type Assinado = Pick<Localizado, "envelope" | "assinado" | "assinaturas" | "estranhos">;

/** Elements that are signed somewhere in the State's layouts, whatever lies in them. */
const ASSINAVEIS: ReadonlySet<string> = new Set(["infNFe", "infCte", "infCTe", "infMDFe", "infEvento"]);

/** What SEFAZ adds beside the document: protNFe, retEventoCTe… */
const RESPOSTA = /^(?:prot|ret)[A-Z]/;

/** The first element with a signature beside it, in a document that is not read; null when nothing is signed. */
export function findAssinado(root: XmlElement): Assinado | null {
  const children = elementsOf(root);
  const assinaturas = children.filter(isAssinatura);
  const assinado = children.find((each) => attributeOf(each, "Id") !== null);
  if (assinaturas.length > 0 && assinado) {
    return { envelope: root, assinado, assinaturas, estranhos: { noEnvelope: [], emVolta: [] } };
  }
  for (const child of children) {
    const below = findAssinado(child);
    if (below) return below;
  }
  return null;
}

/** Says whether a document has other signatures than the one beside its signed element. SEFAZ may sign its own answer. */
export function hasOutraAssinatura({ envelope, assinaturas }: Assinado): boolean {
  const root = rootOf(envelope);
  let count = 0;
  const look = (element: XmlElement): void => {
    for (const child of element.children) {
      if (!isElement(child) || (element === root && RESPOSTA.test(child.local))) continue;
      if (isAssinatura(child)) count += 1;
      look(child);
    }
  };
  look(root);
  return count > Math.min(1, assinaturas.length);
}

/** Elements inside the signed one, or beside it, that could be taken for it. A key that a document merely lists (infNFe in an
 * MDF-e) has no Id. */
export function findOutrosAssinaveis({ envelope, assinado }: Assinado): XmlElement[] {
  const found: XmlElement[] = [];
  walkBelow(envelope, (node) => {
    if (isElement(node) && node !== assinado && isRival(node, assinado)) found.push(node);
  });
  return found;
}

function isRival(element: XmlElement, assinado: XmlElement): boolean {
  if (element.local === assinado.local) return true;
  return ASSINAVEIS.has(element.local) && element.attributes.some(({ local }) => /^id$/i.test(local));
}

/** Says whether an Id stands for more than one element of the whole document, however the attribute is spelled. */
export function hasTwinId(assinado: XmlElement, id: string): boolean {
  let count = 0;
  const look = ({ attributes }: XmlElement): void => {
    for (const { local, value } of attributes) if (value === id && /^id$/i.test(local)) count += 1;
  };
  const root = rootOf(assinado);
  look(root);
  walkBelow(root, (node) => {
    if (isElement(node)) look(node);
  });
  return count > 1;
}

function isAssinatura({ local, namespace }: XmlElement): boolean {
  return local === "Signature" && (namespace === DSIG_NAMESPACE || namespace === "");
}

function rootOf(element: XmlElement): XmlElement {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}
