import type { XmlElement } from "../xml/tree.ts";

/** Kinds of irregularity: all are advice, none removes
 * trust. `esquema-divergente` comes from an operator's XSD. */
export const STRUCTURE_RULES = [
  "estrutura-ausente",
  "estrutura-formato",
  "estrutura-tamanho",
  "estrutura-repetida",
  "estrutura-ordem",
  "soma-divergente",
  "esquema-divergente",
] as const;

export type StructureRule = (typeof STRUCTURE_RULES)[number];

/** One place where a document violates its layout; `path` is like "infNFe/det[2]/prod/NCM". */
export type Irregularity = { regra: StructureRule; caminho: string; detalhe?: string };

/** Maximum irregularities of one document: a 2 MB document of wrong values must stay cheap. */
export const IRREGULARITIES_MAX = 50;
/** Maximum characters of a quoted value. */
const QUOTED_MAX = 40;

/** Collects irregularities up to the limit. */
export class Irregularities {
  readonly lista: Irregularity[] = [];

  get isFull(): boolean {
    return this.lista.length >= IRREGULARITIES_MAX;
  }

  add(rule: StructureRule, path: string, detail?: string): void {
    if (this.isFull) return;
    this.lista.push(
      detail === undefined ? { regra: rule, caminho: path } : { regra: rule, caminho: path, detalhe: detail },
    );
  }
}

/** The path of an element below the signed one, with an index when siblings share its name. */
export function pathOf(element: XmlElement, root: XmlElement): string {
  const { parent } = element;
  if (element === root || !parent) return element.local;
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
  return `${pathOf(parent, root)}/${element.local}${sisters > 1 ? `[${place}]` : ""}`;
}

/** Quotes a value, shortened. */
export function quote(text: string): string {
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}
