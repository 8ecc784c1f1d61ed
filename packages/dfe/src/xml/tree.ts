import { extend, NONE } from "./lists.ts";

/** A qualified name cut at its colon; `raw` is the whole of it, `open` and `close` the plain tags that it makes, `next` the name whose
 * tag came behind its own the last time, `plain` what its own last said without attributes, `declared` what it last declared. */
export type XmlName = {
  raw: string;
  prefix: string;
  local: string;
  open: string;
  close: string;
  next: XmlName | null;
  plain: XmlTag | null;
  declared: XmlDeclaration | null;
};

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
export type XmlDeclaration = { readonly prefix: string; readonly uri: string };

/** What the start tag of an element says. All elements of one name and namespace without attributes share one. `source` is the text of
 * the document, told by the tag of its root alone.
 * @NOTE no object literal: of those the engine learns to put some into old memory at once, where they die late and keep others alive. */
export class XmlTag {
  declare readonly name: XmlName;
  declare readonly namespace: string;
  declare attributes: readonly XmlAttribute[];
  declare declarations: readonly XmlDeclaration[];
  declare source: string;

  constructor(name: XmlName, namespace: string) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = NONE;
    this.declarations = NONE;
    this.source = "";
  }
}

/** What may be other in a copy of an element. */
type XmlElementChange = Partial<Pick<XmlElement, "parent" | "content" | "declarations">>;

/** `name` is the name as written; `content` what stands in it, most often one text or one element, for which no list is made. From `start` to `end` it stands in the text of its
 * document in its canonical form letter for letter; when it does not, `end` is -1. A document has thousands of these, and the garbage
 * collector carries each of them about: they hold nothing that can be told from the rest. */
export class XmlElement {
  declare readonly tag: XmlTag;
  declare readonly parent: XmlElement | null;
  declare readonly content: string | XmlElement | readonly XmlNode[];
  declare readonly start: number;
  declare end: number;

  constructor(tag: XmlTag, parent: XmlElement | null, start: number) {
    this.tag = tag;
    this.parent = parent;
    this.content = NONE;
    this.start = start;
    this.end = 0;
  }

  get kind(): "element" {
    return "element";
  }

  get name(): XmlName {
    return this.tag.name;
  }

  get prefix(): string {
    return this.tag.name.prefix;
  }

  get local(): string {
    return this.tag.name.local;
  }

  get namespace(): string {
    return this.tag.namespace;
  }

  get attributes(): readonly XmlAttribute[] {
    return this.tag.attributes;
  }

  get declarations(): readonly XmlDeclaration[] {
    return this.tag.declarations;
  }

  get children(): readonly XmlNode[] {
    const { content } = this;
    return isList(content) ? content : [content];
  }

  /** The text of its document. */
  get source(): string {
    return this.parent ? this.parent.source : this.tag.source;
  }

  /** The same element, but for some of its parts. */
  with({ parent = this.parent, content = this.content, declarations }: XmlElementChange): XmlElement {
    const tag = Object.assign(new XmlTag(this.name, this.namespace), this.tag);
    if (parent === null) tag.source = this.source;
    if (declarations) tag.declarations = declarations;
    return Object.assign(new XmlElement(tag, parent, this.start), { content, end: this.end });
  }
}

/** What stands in an element. Lists of any length are gone through by place: until the engine has come to know a loop, any other way
 * makes an object for each node. Text is a string, with references and line ends already resolved. */
export type XmlNode =
  | XmlElement
  | string
  | { kind: "cdata"; text: string }
  | { kind: "comment"; text: string }
  | { kind: "instruction"; target: string; data: string };

/** Whether an element holds none or several nodes, not one text or element alone.
 * @NOTE the engine tells a list at a glance, where `instanceof` goes along what it inherits */
export function isList(content: XmlElement["content"]): content is readonly XmlNode[] {
  return Array.isArray(content);
}

/** Whether nothing but text stands in an element, if anything: most are like this, and a walk need not go into them. */
export function isLeaf({ content }: XmlElement): boolean {
  return typeof content === "string" || (isList(content) && content.length === 0);
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== "string" && node.kind === "element";
}

export function elementsOf(element: XmlElement): readonly XmlElement[] {
  const { content } = element;
  let found: readonly XmlElement[] = NONE;
  if (typeof content === "string") return found;
  if (!isList(content)) return [content];
  for (let at = 0; at < content.length; at += 1) {
    const node = content[at];
    if (node !== undefined && isElement(node)) found = extend(found, node);
  }
  return found;
}

export function hasElements(element: XmlElement): boolean {
  const { content } = element;
  if (typeof content === "string") return false;
  if (!isList(content)) return true;
  for (const node of content) if (isElement(node)) return true;
  return false;
}

/** The text of an element itself, CDATA included, comments and child elements left out. */
export function textOf(element: XmlElement): string {
  const { content } = element;
  if (typeof content === "string") return content;
  if (!isList(content)) return "";
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
