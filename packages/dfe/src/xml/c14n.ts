import { ancestorsOf, type NamespaceScope, scopeAround, XML_NAMESPACE } from "./namespaces.ts";
import { escapeAttribute, escapeText } from "./references.ts";
import {
  isList,
  type XmlAttribute,
  type XmlDeclaration,
  type XmlElement,
  type XmlName,
  type XmlNode,
} from "./tree.ts";

/** Canonical XML 1.0 without comments, of one element and its descendants as a subset of the
 * document. The apex takes the namespaces in scope and the xml:* attributes of its ancestors.
 * @source https://www.w3.org/TR/2001/REC-xml-c14n-20010315 §2 */
export function canonicalize(apex: XmlElement): string {
  let text = "";
  canonicalizeInto(apex, (piece) => {
    text += piece;
  });
  return text;
}

/** canonicalize in pieces, since the whole is as large as the document.
 * @param take receives the pieces in order */
export function canonicalizeInto(apex: XmlElement, take: (piece: string) => void): void {
  const scope = scopeAround(apex);
  scope.enter(apex.declarations);
  const canonical = new Canonical(scope, apex.source, take);
  canonical.write(apex, scope.all(), inheritXml(apex));
  canonical.flush();
}

/** Maximum characters buffered into one piece. */
const PIECE_MAX = 65_536;

class Canonical {
  readonly #scope: NamespaceScope;
  readonly #source: string;
  readonly #take: (piece: string) => void;
  #text = "";

  constructor(scope: NamespaceScope, source: string, take: (piece: string) => void) {
    this.#scope = scope;
    this.#source = source;
    this.#take = take;
  }

  write(
    element: XmlElement,
    namespaces: readonly XmlDeclaration[],
    attributes: readonly XmlAttribute[],
  ): void {
    const { name, content } = element;
    const isPlain = namespaces.length === 0 && attributes.length === 0;
    this.#add(isPlain ? name.open : writeStart(name, namespaces, attributes));
    if (typeof content === "string") this.#add(escapeText(content));
    else if (isList(content)) for (const node of content) this.#writeNode(node);
    else this.#writeBelow(content);
    this.#add(name.close);
  }

  flush(): void {
    if (this.#text !== "") this.#take(this.#text);
    this.#text = "";
  }

  /** Appends; a long value becomes a piece of its own, without a copy. */
  #add(part: string): void {
    if (this.#text.length + part.length > PIECE_MAX) this.flush();
    this.#text += part;
  }

  #writeNode(node: XmlNode): void {
    if (typeof node === "string") this.#add(escapeText(node));
    else if (node.kind === "element") this.#writeBelow(node);
    else if (node.kind === "cdata") this.#add(escapeText(node.text));
    else if (node.kind === "instruction") this.#add(`<?${node.target}${node.data && ` ${node.data}`}?>`);
  }

  /** Copies the source where it is already canonical. A
   * declaration is written only if it changes the parent's scope. */
  #writeBelow(element: XmlElement): void {
    const { declarations, attributes } = element;
    if (element.end > 0) this.#add(this.#source.slice(element.start, element.end));
    else if (declarations.length === 0) this.write(element, declarations, attributes);
    else {
      const changed = declarations.filter(({ prefix, uri }) => this.#scope.get(prefix) !== uri);
      this.#scope.enter(declarations);
      this.write(element, changed, attributes);
      this.#scope.leave(declarations);
    }
  }
}

function writeStart(
  { raw }: XmlName,
  namespaces: readonly XmlDeclaration[],
  attributes: readonly XmlAttribute[],
): string {
  let text = `<${raw}`;
  for (const { prefix, uri } of sort(namespaces, (a, b) => compare(a.prefix, b.prefix))) {
    text += `${prefix === "" ? " xmlns" : ` xmlns:${prefix}`}="${escapeAttribute(uri)}"`;
  }
  for (const { name, value } of sort(attributes, compareAttributes)) {
    text += ` ${name.raw}="${escapeAttribute(value)}"`;
  }
  return `${text}>`;
}

function inheritXml(apex: XmlElement): readonly XmlAttribute[] {
  const attributes = [...apex.attributes];
  const known = new Set(attributes.filter(isXml).map(({ local }) => local));
  for (const each of ancestorsOf(apex).flatMap((ancestor) => ancestor.attributes.filter(isXml))) {
    if (!known.has(each.local)) attributes.push(each);
    known.add(each.local);
  }
  return attributes;
}

function isXml({ namespace }: XmlAttribute): boolean {
  return namespace === XML_NAMESPACE;
}

function sort<Item>(items: readonly Item[], by: (a: Item, b: Item) => number): readonly Item[] {
  return items.length > 1 ? items.toSorted(by) : items;
}

function compareAttributes(a: XmlAttribute, b: XmlAttribute): number {
  return compare(a.namespace, b.namespace) || compare(a.local, b.local);
}

/** Code point order: surrogates sort after U+E000 to U+FFFF, unlike in JavaScript's UTF-16 order. */
function compare(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [x, y] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (x !== y) return isSurrogate(x) === isSurrogate(y) ? x - y : isSurrogate(x) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xe000;
}
