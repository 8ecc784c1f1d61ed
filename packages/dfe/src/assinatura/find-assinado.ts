import { layoutOf } from "../read/layouts.ts";
import { DSIG_NAMESPACE, type LocatedDocumento } from "../read/locate.ts";
import { attributeOf, elementsOf, isElement, isLeaf, isList, type XmlElement } from "../xml/tree.ts";

/** A signed element where it stands: `envelope` holds it with the signatures beside it, `resposta` is SEFAZ's answer to it,
 * `unexpected` are children no layout has. */
export type Assinado = Pick<
  LocatedDocumento,
  "envelope" | "assinado" | "assinaturas" | "resposta" | "unexpected"
>;

/** What a document holds beside its signed element that could be taken for it: `assinaturas` other than the one beside it, `gemeos`
 * with its Id, and the first element that is signed somewhere or reads like a whole document. */
type Arredores = { assinaturas: number; gemeos: number; rival: XmlElement | null };

/** The signed element, and what the one walk through the document found around it. */
export type Alvo = Assinado & { arredores: Arredores };

/** Elements that are signed somewhere in the State's layouts, whatever lies in them. */
const ASSINAVEIS: ReadonlySet<string> = new Set(["infNFe", "infCte", "infCTe", "infMDFe", "infEvento"]);

/** All names of which one element tells something, beside that of the signed element itself. */
const NOTAVEIS: ReadonlySet<string> = new Set([...ASSINAVEIS, "emit", "Signature"]);

/** What SEFAZ adds beside the document: protNFe, retEventoCTe… */
const RESPOSTA = /^(?:prot|ret)[A-Z]/;
const ID = /^id$/i;

/** The first element with a signature beside it, in a document that cannot be read; null when nothing is signed. */
export function findAssinado(root: XmlElement): Assinado | null {
  const own = assinadoIn(root, root);
  if (own) return own;
  const { children } = root;
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    const below = child !== undefined && isElement(child) && !isLeaf(child) ? findAssinado(child) : null;
    if (below) return below;
  }
  return null;
}

/** The same in a DF-e that is kept without being read: its root's child, or that of the one document beside which SEFAZ's answer
 * stands. What lies deeper is not what the document says, and a document that is read stands for no other.
 * @returns null when nothing there is signed */
export function findAssinadoNaRaiz(root: XmlElement): Assinado | null {
  const own = assinadoIn(root, root);
  if (own) return own;
  const [only, second] = elementsOf(root).filter(({ local }) => !RESPOSTA.test(local));
  return only && !second && !layoutOf(only.local) ? assinadoIn(only, root) : null;
}

function assinadoIn(envelope: XmlElement, root: XmlElement): Assinado | null {
  if (!hasAssinatura(envelope)) return null;
  const children = elementsOf(envelope);
  const assinaturas = children.filter(isAssinatura);
  const assinado = children.find((each) => attributeOf(each, "Id") !== null);
  if (!assinado) return null;
  const retorno = elementsOf(root).find((each) => each !== envelope && RESPOSTA.test(each.local));
  const resposta = retorno ? (elementsOf(retorno)[0] ?? null) : null;
  return { envelope, assinado, assinaturas, resposta, unexpected: { inEnvelope: [], around: [] } };
}

function hasAssinatura({ content }: XmlElement): boolean {
  if (typeof content === "string") return false;
  if (!isList(content)) return isAssinatura(content);
  for (let at = 0; at < content.length; at += 1) {
    const child = content[at];
    if (child !== undefined && isElement(child) && isAssinatura(child)) return true;
  }
  return false;
}

/** Walks the whole document once, whatever the namespaces. A key that a document merely lists (infNFe in an MDF-e) has no Id; SEFAZ
 * may sign its own answer, once and nothing else. */
export function openAlvo(assinado: Assinado): Alvo {
  const root = rootOf(assinado.envelope);
  const busca: Busca = { alvo: assinado, root, id: attributeOf(assinado.assinado, "Id"), respondidas: 0 };
  const arredores: Arredores = { assinaturas: 0, gemeos: 0, rival: null };
  look(root, busca, arredores);
  arredores.assinaturas -= Math.min(1, assinado.assinaturas.length);
  return { ...assinado, arredores };
}

type Busca = { alvo: Assinado; root: XmlElement; id: string | null; respondidas: number };

// A document has some hundred elements: most have no attribute, and a name that is none of those looked for.
function look(element: XmlElement, busca: Busca, into: Arredores): void {
  const { local, attributes, content } = element;
  if (attributes.length > 0 || local === busca.alvo.assinado.local || NOTAVEIS.has(local))
    inspect(element, busca, into);
  if (typeof content === "string") return;
  if (!isList(content)) {
    look(content, busca, into);
    return;
  }
  for (let at = 0; at < content.length; at += 1) {
    const child = content[at];
    if (child !== undefined && isElement(child)) look(child, busca, into);
  }
}

function inspect(element: XmlElement, busca: Busca, into: Arredores): void {
  if (element === busca.alvo.assinado) {
    if (countId(element, busca.id) > 1) into.gemeos += 1;
    return;
  }
  if (hasId(element, busca.id)) into.gemeos += 1;
  if (isAssinatura(element) && !isDaResposta(element, busca)) into.assinaturas += 1;
  if (into.rival === null && isRival(element, busca)) into.rival = element;
}

/** How often an Id is said of an element, however the attribute is spelled. */
function countId({ attributes }: XmlElement, id: string | null): number {
  return attributes.filter(({ local, value }) => value === id && ID.test(local)).length;
}

function hasId({ attributes }: XmlElement, id: string | null): boolean {
  for (const { local, value } of attributes) if (value === id && ID.test(local)) return true;
  return false;
}

function isRival(element: XmlElement, { alvo }: Busca): boolean {
  const { local, parent } = element;
  if (local === alvo.assinado.local) return element !== alvo.resposta && !isRegistro(element);
  if (isRegistro(element)) return false;
  if (ASSINAVEIS.has(local)) return element.attributes.some((each) => ID.test(each.local));
  if (local !== "emit" || parent === alvo.assinado || !parent) return false;
  return elementsOf(parent).some((each) => each.local === "ide");
}

/** What SEFAZ registered, which has the name of what an author signs, and stands for none: it tells no event of its own. */
function isRegistro(element: XmlElement): boolean {
  if (element.local !== "infEvento" || !element.parent || !RESPOSTA.test(element.parent.local)) return false;
  return !elementsOf(element).some(({ local }) => local === "detEvento");
}

/** The one signature that SEFAZ put in its answer, over what it answered. */
function isDaResposta(signature: XmlElement, busca: Busca): boolean {
  const retorno = signature.parent;
  if (!retorno || retorno.parent !== busca.root || !RESPOSTA.test(retorno.local)) return false;
  busca.respondidas += 1;
  if (busca.respondidas > 1) return false;
  const [info] = elementsOf(signature);
  const referencias = info ? elementsOf(info).filter(({ local }) => local === "Reference") : [];
  const [uri, second] = referencias.map((each) => attributeOf(each, "URI"));
  if (!uri || second !== undefined) return false;
  const { resposta } = busca.alvo;
  const respondidos = resposta ? [resposta] : elementsOf(retorno);
  return respondidos.some((each) => `#${attributeOf(each, "Id") ?? ""}` === uri);
}

function isAssinatura({ local, namespace }: XmlElement): boolean {
  return local === "Signature" && (namespace === DSIG_NAMESPACE || namespace === "");
}

function rootOf(element: XmlElement): XmlElement {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}
