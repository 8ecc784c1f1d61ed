import { extend, NONE } from "./lists.ts";

/** A qualified name, split at its colon, with caches that the scanner uses. */
export type XmlName = {
  /** The name as written. */
  raw: string;
  prefix: string;
  local: string;
  /** The tags "<raw>" and "</raw>". */
  open: string;
  close: string;
  /** The tag name that last followed this one. */
  next: XmlName | null;
  /** The last tag of this name without attributes. */
  plain: XmlTag | null;
  /** The last declaration of this name. */
  declared: XmlDeclaration | null;
};

/** An attribute, or a declaration as read; `namespace` is set once all declarations of the tag are known. */
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

/** The start tag of an element. Elements with the same name and namespace and no attributes share one.
 * @NOTE An object literal would be slower: V8 allocates some
 * directly in the old generation, where they keep others alive. */
export class XmlTag {
  declare readonly name: XmlName;
  declare readonly namespace: string;
  declare attributes: readonly XmlAttribute[];
  declare declarations: readonly XmlDeclaration[];
  /** The text of the document; only the root's tag has it. */
  declare source: string;

  constructor(name: XmlName, namespace: string) {
    this.name = name;
    this.namespace = namespace;
    this.attributes = NONE;
    this.declarations = NONE;
    this.source = "";
  }
}

/** The parts that a copy of an element can replace. */
type XmlElementChange = Partial<Pick<XmlElement, "parent" | "content" | "declarations">>;

/** An element, with few fields: a document has thousands, and the garbage collector moves each. */
export class XmlElement {
  declare readonly tag: XmlTag;
  declare readonly parent: XmlElement | null;
  /** A single text or element is stored without a list: the most frequent case. */
  declare readonly content: string | XmlElement | readonly XmlNode[];
  /** Offsets in the source. `end` is negative when the source between them is not in canonical form. */
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

  /** The text of the document. */
  get source(): string {
    return this.parent ? this.parent.source : this.tag.source;
  }

  /** Copies the element and replaces some of its parts. */
  with({ parent = this.parent, content = this.content, declarations }: XmlElementChange): XmlElement {
    const tag = Object.assign(new XmlTag(this.name, this.namespace), this.tag);
    if (parent === null) tag.source = this.source;
    if (declarations) tag.declarations = declarations;
    return Object.assign(new XmlElement(tag, parent, this.start), { content, end: this.end });
  }
}

/** A child node; a text has its references and line ends resolved.
 * @NOTE Loop over children by index: before V8 optimizes
 * a loop, an iterator allocates an object per node. */
export type XmlNode =
  | XmlElement
  | string
  | { kind: "cdata"; text: string }
  | { kind: "comment"; text: string }
  | { kind: "instruction"; target: string; data: string };

/** Says whether the content is a list, not a single text or element.
 * @NOTE Array.isArray is faster than `instanceof`, which follows the prototype chain. */
export function isList(content: XmlElement["content"]): content is readonly XmlNode[] {
  return Array.isArray(content);
}

/** Says whether an only child needs no list. */
export function needsNoList(node: XmlNode): node is string | XmlElement {
  return typeof node === "string" || node.kind === "element";
}

/** Says whether an element holds only text or nothing: most do, and a traversal can skip them. */
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

/** The text of the element itself with CDATA, without comments and child elements. */
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

/** @param namespace without one, of an attribute without prefix */
export function attributeOf(element: XmlElement, local: string, namespace = ""): string | null {
  for (const each of element.attributes) {
    if (each.local === local && each.namespace === namespace) return each.value;
  }
  return null;
}

/** The element as written, from its start tag to its end tag, with LF line ends. */
export function sourceOf({ source, start, end }: XmlElement): string {
  return source.slice(start, Math.abs(end));
}

/** Visits every descendant in document order, without the element itself. */
export function visitDescendants(element: XmlElement, visit: (node: XmlNode) => void): void {
  for (const node of element.children) {
    visit(node);
    if (isElement(node)) visitDescendants(node, visit);
  }
}
