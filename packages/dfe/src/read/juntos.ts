import { CHAVE_ACESSO_PATTERN } from "@malote/syntax";
import type { EventoLido } from "../leitura.ts";
import { attributeOf, elementsOf, isElement, type XmlElement, type XmlNode } from "../xml/tree.ts";
import { isDocumento } from "./envoltorio.ts";
import { readSoRegistro } from "./evento.ts";
import { LayoutError } from "./fields.ts";
import { identify } from "./identidade.ts";
import { LAYOUTS, type Layout, NAMESPACES } from "./layouts.ts";
import type { Lugar } from "./locate.ts";
import { extractComResposta, extractDocumento } from "./lote.ts";

/**
 * An evento that stands in the file of its nota. `inteiro` has what its author signed, and is a
 * document of its own; `registro` is SEFAZ's answer alone, which no author signed.
 */
export type EventoJunto = { bytes: Uint8Array } & (
  | { kind: "inteiro" }
  | { kind: "registro"; evento: EventoLido; raiz: string }
);

/** The file of a nota without the eventos that stood in it. */
export type Separados = { bytes: Uint8Array; eventos: EventoJunto[] };

/**
 * Elements in the file of one nota that may be eventos: it has 20 cartas de correção at most, and
 * some others. With more of them the file stays as it is.
 */
const PARTES_MAX = 100;

/**
 * Takes out what some systems put into the file of a nota when SEFAZ has registered an evento of
 * it: procEventoNFe, retEvento, procCancNFe, and the same of CT-e and MDF-e, bare or in a wrapper
 * of their own. What is about another key stays where it is.
 * @param encodingRepaired whether the file was not in its encoding
 * @returns null when there is none
 */
export function separateEventos(lugar: Lugar, encodingRepaired: boolean): Separados | null {
  if (lugar.kind !== "nota") return null;
  const { envelope, assinado, layout } = lugar;
  const proc = envelope.parent;
  const chave = (attributeOf(assinado, "Id") ?? "").trim().slice(layout.prefixo.length);
  if (proc === null || !CHAVE_ACESSO_PATTERN.test(chave)) return null;
  const busca: Busca = { chave, familia: layout.familia, encodingRepaired, eventos: [] };
  if (countPartes(proc, busca) > PARTES_MAX) return null;
  const content = proc.children.filter((each) => !isTaken(each, busca));
  if (busca.eventos.length === 0) return null;
  const bytes = extractDocumento(proc.with({ content }), encodingRepaired);
  return { bytes, eventos: busca.eventos };
}

type Busca = {
  chave: string;
  familia: Layout["familia"];
  encodingRepaired: boolean;
  eventos: EventoJunto[];
};

function countPartes(proc: XmlElement, busca: Busca): number {
  const within = (each: XmlElement): number => elementsOf(each).filter((one) => partOf(one, busca)).length;
  return elementsOf(proc).reduce((sum, each) => sum + (partOf(each, busca) ? 1 : within(each)), 0);
}

function isTaken(node: XmlNode, busca: Busca): boolean {
  if (!isElement(node)) return false;
  if (partOf(node, busca)) return take(node, busca);
  const inside = elementsOf(node);
  const isWrapper = inside.length > 0 && inside.every((each) => partOf(each, busca) !== null);
  if (!isWrapper) return false;
  const before = busca.eventos.length;
  if (inside.every((each) => take(each, busca))) return true;
  busca.eventos.length = before;
  return false;
}

type Part = { layout: Layout; is: "inteiro" | "retorno" };

/** What an element beside a nota is of an evento of its family; null when it is none. */
function partOf({ local, namespace, parent }: XmlElement, { familia }: Busca): Part | null {
  if (namespace !== parent?.namespace && namespace !== NAMESPACES[familia]) return null;
  for (const layout of LAYOUTS) {
    if (layout.kind !== "evento" || layout.familia !== familia) continue;
    if (local === layout.raiz || layout.procs.includes(local)) return { layout, is: "inteiro" };
    if (local === layout.retorno) return { layout, is: "retorno" };
  }
  return null;
}

/** @returns false when it stays: it is about another document, or cannot be read */
function take(element: XmlElement, busca: Busca): boolean {
  const part = partOf(element, busca);
  if (!part || identify(element).chaveAcesso !== busca.chave) return false;
  const { layout } = part;
  if (part.is === "retorno")
    return isAnswer(element, part, busca) || takeRegistro(element, { layout, busca });
  if (!isDocumento(element)) return false;
  busca.eventos.push({ kind: "inteiro", bytes: extractComResposta(element, busca.encodingRepaired) });
  return true;
}

/** Whether an answer is that to the one evento beside it: both are taken out as one. */
function isAnswer(retorno: XmlElement, { layout }: Part, { chave }: Busca): boolean {
  const beside = retorno.parent ? elementsOf(retorno.parent) : [];
  const [raiz, second] = beside.filter(({ local }) => local === layout.raiz);
  const retornos = beside.filter(({ local }) => local === layout.retorno);
  if (!raiz || second || retornos.length > 1 || !isDocumento(raiz)) return false;
  return raiz.namespace === retorno.namespace && identify(raiz).chaveAcesso === chave;
}

function takeRegistro(element: XmlElement, { layout, busca }: { layout: Layout; busca: Busca }): boolean {
  const evento = tryRead(element, layout);
  if (evento === null || evento.chaveAcesso !== busca.chave) return false;
  const bytes = extractDocumento(element, busca.encodingRepaired);
  busca.eventos.push({ kind: "registro", evento, raiz: element.local, bytes });
  return true;
}

function tryRead(element: XmlElement, layout: Layout): EventoLido | null {
  try {
    return readSoRegistro(element, layout);
  } catch (error) {
    if (error instanceof LayoutError) return null;
    throw error;
  }
}
