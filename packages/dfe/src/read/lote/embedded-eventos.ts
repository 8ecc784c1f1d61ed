import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import type { ParsedEvento } from "../../reading.ts";
import { attributeOf, elementsOf, isElement, type XmlElement, type XmlNode } from "../../xml/tree.ts";
import { readRegistroOnly } from "../evento.ts";
import { LayoutError } from "../fields/fields.ts";
import { identify } from "../identity.ts";
import { LAYOUTS, type Layout, NAMESPACES } from "../layouts.ts";
import type { Location } from "../locate.ts";
import { extractDocumento, extractWithAnswer } from "./lote.ts";
import { isDocumento } from "./wrapper.ts";

/** An evento in the file of its nota: complete with the
 * part that its autor signed, or only SEFAZ's answer. */
export type EmbeddedEvento = { bytes: Uint8Array } & (
  | { kind: "complete" }
  | { kind: "registration"; evento: ParsedEvento; raiz: string }
);

/** The file of a nota without its eventos, and those eventos. */
export type SeparatedNota = { bytes: Uint8Array; eventos: EmbeddedEvento[] };

/** Maximum elements in a nota's file that may be eventos: a nota has
 * up to 20 CC-e and some others. A file with more stays unchanged. */
const PARTS_MAX = 100;

/** Separates the eventos that some systems add to the file of a nota: procEventoNFe, retEvento,
 * procCancNFe and the like, bare or in a wrapper. Eventos of another key stay in the file.
 * @param encodingRepaired whether the file was not in its declared encoding
 * @returns null without eventos */
export function separateEventos(location: Location, encodingRepaired: boolean): SeparatedNota | null {
  if (location.kind !== "nota") return null;
  const { envelope, assinado, layout } = location;
  const proc = envelope.parent;
  const chave = (attributeOf(assinado, "Id") ?? "").trim().slice(layout.prefixo.length);
  if (proc === null || !CHAVE_ACESSO_PATTERN.test(chave)) return null;
  const search: Search = { chave, family: layout.family, encodingRepaired, eventos: [] };
  if (countParts(proc, search) > PARTS_MAX) return null;
  const content = proc.children.filter((each) => !isTaken(each, search));
  if (search.eventos.length === 0) return null;
  const bytes = extractDocumento(proc.with({ content }), encodingRepaired);
  return { bytes, eventos: search.eventos };
}

type Search = {
  chave: string;
  family: Layout["family"];
  encodingRepaired: boolean;
  eventos: EmbeddedEvento[];
};

function countParts(proc: XmlElement, search: Search): number {
  const within = (each: XmlElement): number => elementsOf(each).filter((one) => partOf(one, search)).length;
  return elementsOf(proc).reduce((sum, each) => sum + (partOf(each, search) ? 1 : within(each)), 0);
}

function isTaken(node: XmlNode, search: Search): boolean {
  if (!isElement(node)) return false;
  if (partOf(node, search)) return take(node, search);
  const inside = elementsOf(node);
  const isWrapper = inside.length > 0 && inside.every((each) => partOf(each, search) !== null);
  if (!isWrapper) return false;
  const before = search.eventos.length;
  if (inside.every((each) => take(each, search))) return true;
  search.eventos.length = before;
  return false;
}

type Part = { layout: Layout; is: "complete" | "retorno" };

/** The part of an evento that a sibling of a nota is, in the nota's family; null when it is none. */
function partOf({ local, namespace, parent }: XmlElement, { family }: Search): Part | null {
  if (namespace !== parent?.namespace && namespace !== NAMESPACES[family]) return null;
  for (const layout of LAYOUTS) {
    if (layout.kind !== "evento" || layout.family !== family) continue;
    if (local === layout.raiz || layout.procs.includes(local)) return { layout, is: "complete" };
    if (local === layout.retorno) return { layout, is: "retorno" };
  }
  return null;
}

/** @returns false when the element stays: it belongs to another document or is unreadable */
function take(element: XmlElement, search: Search): boolean {
  const part = partOf(element, search);
  if (!part || identify(element).chaveAcesso !== search.chave) return false;
  const { layout } = part;
  if (part.is === "retorno")
    return isAnswer(element, part, search) || takeRegistro(element, { layout, search });
  if (!isDocumento(element)) return false;
  search.eventos.push({ kind: "complete", bytes: extractWithAnswer(element, search.encodingRepaired) });
  return true;
}

/** Says whether an answer belongs to the only evento next to it: both are separated as one. */
function isAnswer(retorno: XmlElement, { layout }: Part, { chave }: Search): boolean {
  const beside = retorno.parent ? elementsOf(retorno.parent) : [];
  const [root, second] = beside.filter(({ local }) => local === layout.raiz);
  const retornos = beside.filter(({ local }) => local === layout.retorno);
  if (!root || second || retornos.length > 1 || !isDocumento(root)) return false;
  return root.namespace === retorno.namespace && identify(root).chaveAcesso === chave;
}

function takeRegistro(element: XmlElement, { layout, search }: { layout: Layout; search: Search }): boolean {
  const evento = tryRead(element, layout);
  if (evento === null || evento.chaveAcesso !== search.chave) return false;
  const bytes = extractDocumento(element, search.encodingRepaired);
  search.eventos.push({ kind: "registration", evento, raiz: element.local, bytes });
  return true;
}

function tryRead(element: XmlElement, layout: Layout): ParsedEvento | null {
  try {
    return readRegistroOnly(element, layout);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}
