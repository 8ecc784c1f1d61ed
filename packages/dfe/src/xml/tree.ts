import type { XmlName } from "./names.ts";

export type XmlAttribute = { prefix: string; local: string; namespace: string; value: string };

/** A namespace declaration; the default one has the prefix "". */
export type XmlDeclaration = { prefix: string; uri: string };

/** `name` is the name as written; `prefix` and `local` are its parts. From `start` to `end` it stands in `source`, the text of its
 * document, in its canonical form letter for letter; when it does not, `end` is -1. */
export type XmlElement = {
  kind: "element";
  name: XmlName;
  prefix: string;
  local: string;
  namespace: string;
  attributes: readonly XmlAttribute[];
  declarations: readonly XmlDeclaration[];
  children: readonly XmlNode[];
  parent: XmlElement | null;
  source: string;
  start: number;
  end: number;
};

/** Text is a string, with references and line ends already resolved. */
export type XmlNode =
  | XmlElement
  | string
  | { kind: "cdata"; text: string }
  | { kind: "comment" }
  | { kind: "instruction"; target: string; data: string };

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== "string" && node.kind === "element";
}

export function elementsOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (const node of element.children) {
    if (isElement(node)) found.push(node);
  }
  return found;
}

/** The text of an element itself, CDATA included, comments and child elements left out. */
export function textOf(element: XmlElement): string {
  let text = "";
  for (const node of element.children) {
    if (typeof node === "string") text += node;
    else if (node.kind === "cdata") text += node.text;
  }
  return text;
}

export function attributeOf(element: XmlElement, local: string): string | null {
  for (const each of element.attributes) {
    if (each.local === local && each.namespace === "") return each.value;
  }
  return null;
}

/** Visits every node below an element, in document order; the element itself is not among them. */
export function walkBelow(element: XmlElement, visit: (node: XmlNode) => void): void {
  for (const node of element.children) {
    visit(node);
    if (isElement(node)) walkBelow(node, visit);
  }
}
