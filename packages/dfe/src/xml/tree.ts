import { extend, NONE } from "./lists.ts";
import type { XmlName } from "./names.ts";

/** An attribute, or a declaration as it is read; `namespace` is told when all declarations of its tag are known. */
export class XmlAttribute {
  declare readonly name: XmlName;
  declare readonly value: string;
  declare namespace: string;

  constructor(name: XmlName, value: string) {
    this.name = name;
    this.value = value;
    this.namespace = "";
  }

  get prefix(): string {
    return this.name.prefix;
  }

  get local(): string {
    return this.name.local;
  }
}

/** A namespace declaration; the default one has the prefix "". */
export type XmlDeclaration = { prefix: string; uri: string };

/** What an element is made of, beside what its name tells. */
type XmlElementParts = Pick<
  XmlElement,
  "name" | "namespace" | "attributes" | "declarations" | "content" | "parent" | "source" | "start" | "end"
>;

/** `name` is the name as written; `content` what stands in it, most often one text. From `start` to `end` it stands in `source`, the text of its document, in its canonical form letter
 * for letter; when it does not, `end` is -1. A document has thousands of these: they hold nothing that can be told from the rest. */
export class XmlElement {
  declare readonly name: XmlName;
  declare readonly namespace: string;
  declare readonly attributes: readonly XmlAttribute[];
  declare readonly declarations: readonly XmlDeclaration[];
  declare readonly content: string | readonly XmlNode[];
  declare readonly parent: XmlElement | null;
  declare readonly source: string;
  declare readonly start: number;
  declare end: number;

  constructor(parts: XmlElementParts) {
    this.name = parts.name;
    this.namespace = parts.namespace;
    this.attributes = parts.attributes;
    this.declarations = parts.declarations;
    this.content = parts.content;
    this.parent = parts.parent;
    this.source = parts.source;
    this.start = parts.start;
    this.end = parts.end;
  }

  get kind(): "element" {
    return "element";
  }

  get prefix(): string {
    return this.name.prefix;
  }

  get local(): string {
    return this.name.local;
  }

  get children(): readonly XmlNode[] {
    return typeof this.content === "string" ? [this.content] : this.content;
  }

  /** The same element, but for some of its parts. */
  with(changed: Partial<XmlElementParts>): XmlElement {
    return new XmlElement({ ...this, ...changed });
  }
}

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

export function elementsOf(element: XmlElement): readonly XmlElement[] {
  const { content } = element;
  let found: readonly XmlElement[] = NONE;
  if (typeof content === "string") return found;
  for (const node of content) {
    if (isElement(node)) found = extend(found, node);
  }
  return found;
}

export function hasElements(element: XmlElement): boolean {
  const { content } = element;
  if (typeof content === "string") return false;
  for (const node of content) if (isElement(node)) return true;
  return false;
}

/** The text of an element itself, CDATA included, comments and child elements left out. */
export function textOf(element: XmlElement): string {
  const { content } = element;
  if (typeof content === "string") return content;
  let text = "";
  for (const node of content) {
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
