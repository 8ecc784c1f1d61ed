import type { XmlElement } from "../xml/tree.ts";

/** Kinds of irregularity: all are advice, none removes
 * trust. `esquema-divergente` comes from an operator's XSD. */
export const REGRAS_ESTRUTURA = [
  "estrutura-ausente",
  "estrutura-formato",
  "estrutura-tamanho",
  "estrutura-repetida",
  "estrutura-ordem",
  "soma-divergente",
  "esquema-divergente",
] as const;

export type RegraEstrutura = (typeof REGRAS_ESTRUTURA)[number];

/** One place where a document violates its layout; `caminho` is like "infNFe/det[2]/prod/NCM". */
export type Irregularidade = { regra: RegraEstrutura; caminho: string; detalhe?: string };

/** Maximum irregularities of one document: a 2 MB document of wrong values must stay cheap. */
export const IRREGULARIDADES_MAX = 50;
/** Maximum characters of a quoted value. */
const QUOTED_MAX = 40;

/** Collects irregularities up to the limit. */
export class Irregularidades {
  readonly lista: Irregularidade[] = [];

  get isFull(): boolean {
    return this.lista.length >= IRREGULARIDADES_MAX;
  }

  add(regra: RegraEstrutura, caminho: string, detalhe?: string): void {
    if (this.isFull) return;
    this.lista.push(detalhe === undefined ? { regra, caminho } : { regra, caminho, detalhe });
  }
}

/** The path of an element below the signed one, with an index when siblings share its name. */
export function caminhoOf(element: XmlElement, raiz: XmlElement): string {
  const { parent } = element;
  if (element === raiz || !parent) return element.local;
  let place = 0;
  let sisters = 0;
  const { children } = parent;
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at];
    if (
      node === undefined ||
      typeof node === "string" ||
      node.kind !== "element" ||
      node.local !== element.local
    )
      continue;
    sisters += 1;
    if (node === element) place = sisters;
  }
  return `${caminhoOf(parent, raiz)}/${element.local}${sisters > 1 ? `[${place}]` : ""}`;
}

/** Quotes a value, shortened. */
export function quote(text: string): string {
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}
