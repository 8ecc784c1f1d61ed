import { declarationsOf, dropDeclarations, isCanonical, refuseTwins } from "./attributes.ts";
import { isRemembered } from "./names.ts";
import { NamespaceScope } from "./namespaces.ts";
import { type XmlAttribute, type XmlName, XmlTag } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

const SLASH = 0x2f;
const GT = 0x3e;

/** What was read behind the name of a start tag: `escapes` of it came as references or will go as such. */
export type TagRead = {
  readonly written: string;
  readonly raw: readonly XmlAttribute[];
  readonly escapes: number;
};

/** A start tag that was read; `outside` and `inside` are the states of the scope around it and in it. */
export type TagKnown = TagRead & {
  readonly tag: XmlTag;
  readonly isCanonical: boolean;
  readonly outside: number;
  readonly inside: number;
};

/** Says whether the ">" or "/>" that ends a start tag stands at a place. */
export function isTagEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === GT || (code === SLASH && text.charCodeAt(at + 1) === GT);
}

/** The start tags of one document, in the namespaces that are in scope where each stands. */
export class XmlTags {
  readonly #scope = new NamespaceScope();
  /** The last two of each name that have more than their name: the transforms of a signature come in pairs. */
  readonly #known = new Map<XmlName, [last: TagKnown, before: TagKnown | null]>();

  /** A tag of its own that has nothing but its name.   @throws XmlError malformado for a prefix that nothing declares */
  bare(name: XmlName): XmlTag {
    return new XmlTag(name, this.#namespaceOf(name.prefix));
  }

  /** The one tag of all elements that have nothing but this name.   @throws XmlError as `bare` */
  plain(name: XmlName): XmlTag {
    const namespace = this.#namespaceOf(name.prefix);
    if (name.plain?.namespace !== namespace) name.plain = new XmlTag(name, namespace);
    return name.plain;
  }

  /** One of the last tags of a name, when it stands letter for letter at a place and means there what it meant. */
  knownAt(name: XmlName, text: string, at: number): TagKnown | null {
    const known = this.#known.get(name);
    if (!known) return null;
    const [last, before] = known;
    if (this.#isAt(last, text, at)) return last;
    return before && this.#isAt(before, text, at) ? before : null;
  }

  /** Goes into an element whose tag was read before. */
  enterKnown({ tag, inside }: TagKnown): void {
    if (tag.declarations.length > 0) this.#scope.enter(tag.declarations, inside);
  }

  /** Goes into an element whose tag was read.   @throws XmlError for what its attributes may not be together */
  enter(name: XmlName, read: TagRead): TagKnown {
    const outside = this.#scope.state;
    const declarations = declarationsOf(read.raw);
    if (declarations.length > 0) this.#scope.enter(declarations);
    const tag = this.bare(name);
    tag.declarations = declarations;
    tag.attributes = this.#attributesOf(read.raw);
    const { written, raw, escapes } = read;
    const inside = this.#scope.state;
    const known = { written, raw, escapes, tag, isCanonical: isCanonical(raw, written), outside, inside };
    if (raw.every((each) => isRemembered(each.name))) this.#remember(known);
    return known;
  }

  #remember(known: TagKnown): void {
    const { name } = known.tag;
    const others = this.#known.get(name);
    if (!others) this.#known.set(name, [known, null]);
    else {
      others[1] = others[0];
      others[0] = known;
    }
  }

  /** @NOTE the engine compares a piece of a text with a text many times as fast as it says what the text starts with. */
  #isAt({ outside, written }: TagKnown, text: string, at: number): boolean {
    const end = at + written.length;
    return outside === this.#scope.state && isTagEnd(text, end) && text.slice(at, end) === written;
  }

  leave({ declarations }: XmlTag): void {
    if (declarations.length > 0) this.#scope.leave(declarations);
  }

  #attributesOf(raw: readonly XmlAttribute[]): readonly XmlAttribute[] {
    const attributes = dropDeclarations(raw);
    for (const each of attributes) if (each.prefix !== "") each.namespace = this.#namespaceOf(each.prefix);
    if (attributes.length > 1) refuseTwins(attributes);
    return attributes;
  }

  #namespaceOf(prefix: string): string {
    const namespace = this.#scope.get(prefix);
    if (namespace === null) throw new XmlError("malformado", `prefixo ${prefix}`);
    return namespace;
  }
}
