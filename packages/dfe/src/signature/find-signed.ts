import { layoutOf, SIGNED_ELEMENTS } from "../read/layouts.ts";
import { DSIG_NAMESPACE, type LocatedDocumento } from "../read/locate.ts";
import { attributeOf, elementsOf, isElement, isLeaf, isList, type XmlElement } from "../xml/tree.ts";

/** A signed element and its surroundings: `envelope` contains
 * it and the signatures, `resposta` is SEFAZ's answer. */
export type SignedElement = Pick<
  LocatedDocumento,
  "envelope" | "assinado" | "assinaturas" | "resposta" | "unexpected"
>;

/** What a document contains that could be mistaken for its signed element: additional signatures,
 * duplicates of its Id, and the first other element that is signed or looks like a document. */
type Surroundings = { assinaturas: number; duplicateIds: number; rival: XmlElement | null };

/** The signed element, and what a traversal of the document finds around it. */
export type SignedTarget = SignedElement & { surroundings: Surroundings };

/** Elements that SEFAZ's layouts sign, and a misspelt one. */
const SIGNABLE: ReadonlySet<string> = new Set([...SIGNED_ELEMENTS, "infCTe"]);

/** The element names that the traversal inspects, besides that of the signed element. */
const RELEVANT_NAMES: ReadonlySet<string> = new Set([...SIGNABLE, "emit", "Signature"]);

/** SEFAZ's answer next to the document: protNFe, retEventoCTe… */
const ANSWER = /^(?:prot|ret)[A-Z]/;
const ID = /^id$/i;

/** The first element with a signature next to it, in an unreadable document; null when none is signed. */
export function findSigned(root: XmlElement): SignedElement | null {
  const own = signedIn(root, root);
  if (own) return own;
  const { children } = root;
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    const below = child !== undefined && isElement(child) && !isLeaf(child) ? findSigned(child) : null;
    if (below) return below;
  }
  return null;
}

/** findSigned for a DF-e that is stored unread: the signed child of the root, or of the only
 * document next to SEFAZ's answer. Deeper elements and documents of readable models do not count.
 * @returns null when nothing there is signed */
export function findSignedInRoot(root: XmlElement): SignedElement | null {
  const own = signedIn(root, root);
  if (own) return own;
  const [only, second] = elementsOf(root).filter(({ local }) => !ANSWER.test(local));
  return only && !second && !layoutOf(only.local) ? signedIn(only, root) : null;
}

function signedIn(envelope: XmlElement, root: XmlElement): SignedElement | null {
  if (!hasSignature(envelope)) return null;
  const children = elementsOf(envelope);
  const assinaturas = children.filter(isSignature);
  const assinado = children.find((each) => attributeOf(each, "Id") !== null);
  if (!assinado) return null;
  const retorno = elementsOf(root).find((each) => each !== envelope && ANSWER.test(each.local));
  const resposta = retorno ? (elementsOf(retorno)[0] ?? null) : null;
  return { envelope, assinado, assinaturas, resposta, unexpected: { inEnvelope: [], around: [] } };
}

function hasSignature({ content }: XmlElement): boolean {
  if (typeof content === "string") return false;
  if (!isList(content)) return isSignature(content);
  for (let at = 0; at < content.length; at += 1) {
    const child = content[at];
    if (child !== undefined && isElement(child) && isSignature(child)) return true;
  }
  return false;
}

/** Traverses the whole document once, in any namespace. A key that a document only
 * lists (infNFe in an MDF-e) has no Id. SEFAZ may sign its own answer, once. */
export function openTarget(assinado: SignedElement): SignedTarget {
  const root = rootOf(assinado.envelope);
  const search: Search = {
    target: assinado,
    root,
    id: attributeOf(assinado.assinado, "Id"),
    answerSignatures: 0,
  };
  const surroundings: Surroundings = { assinaturas: 0, duplicateIds: 0, rival: null };
  visit(root, search, surroundings);
  surroundings.assinaturas -= Math.min(1, assinado.assinaturas.length);
  return { ...assinado, surroundings };
}

type Search = { target: SignedElement; root: XmlElement; id: string | null; answerSignatures: number };

// A document has some hundred elements: most have no attribute and an irrelevant name.
function visit(element: XmlElement, search: Search, into: Surroundings): void {
  const { local, attributes, content } = element;
  if (attributes.length > 0 || local === search.target.assinado.local || RELEVANT_NAMES.has(local))
    inspect(element, search, into);
  if (typeof content === "string") return;
  if (!isList(content)) {
    visit(content, search, into);
    return;
  }
  for (let at = 0; at < content.length; at += 1) {
    const child = content[at];
    if (child !== undefined && isElement(child)) visit(child, search, into);
  }
}

function inspect(element: XmlElement, search: Search, into: Surroundings): void {
  if (element === search.target.assinado) {
    if (countId(element, search.id) > 1) into.duplicateIds += 1;
    return;
  }
  if (hasId(element, search.id)) into.duplicateIds += 1;
  if (isSignature(element) && !isAnswerSignature(element, search)) into.assinaturas += 1;
  if (into.rival === null && isRival(element, search)) into.rival = element;
}

/** Counts the attributes of an element with an Id value, in any spelling of the name. */
function countId({ attributes }: XmlElement, id: string | null): number {
  return attributes.filter(({ local, value }) => value === id && ID.test(local)).length;
}

function hasId({ attributes }: XmlElement, id: string | null): boolean {
  for (const { local, value } of attributes) if (value === id && ID.test(local)) return true;
  return false;
}

function isRival(element: XmlElement, { target }: Search): boolean {
  const { local, parent } = element;
  if (local === target.assinado.local) return element !== target.resposta && !isRegistration(element);
  if (isRegistration(element)) return false;
  if (SIGNABLE.has(local)) return element.attributes.some((each) => ID.test(each.local));
  if (local !== "emit" || parent === target.assinado || !parent) return false;
  return elementsOf(parent).some((each) => each.local === "ide");
}

/** Says whether an infEvento is SEFAZ's registration, which contains no evento of its own. */
function isRegistration(element: XmlElement): boolean {
  if (element.local !== "infEvento" || !element.parent || !ANSWER.test(element.parent.local)) return false;
  return !elementsOf(element).some(({ local }) => local === "detEvento");
}

/** Says whether a signature is the only one of SEFAZ's answer, over that answer. */
function isAnswerSignature(signature: XmlElement, search: Search): boolean {
  const retorno = signature.parent;
  if (!retorno || retorno.parent !== search.root || !ANSWER.test(retorno.local)) return false;
  search.answerSignatures += 1;
  if (search.answerSignatures > 1) return false;
  const [info] = elementsOf(signature);
  const referencias = info ? elementsOf(info).filter(({ local }) => local === "Reference") : [];
  const [uri, second] = referencias.map((each) => attributeOf(each, "URI"));
  if (!uri || second !== undefined) return false;
  const { resposta } = search.target;
  const answered = resposta ? [resposta] : elementsOf(retorno);
  return answered.some((each) => `#${attributeOf(each, "Id") ?? ""}` === uri);
}

function isSignature({ local, namespace }: XmlElement): boolean {
  return local === "Signature" && (namespace === DSIG_NAMESPACE || namespace === "");
}

function rootOf(element: XmlElement): XmlElement {
  let at = element;
  while (at.parent) at = at.parent;
  return at;
}
