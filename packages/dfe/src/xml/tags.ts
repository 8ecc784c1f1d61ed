import { declarationsOf, dropDeclarations, isCanonical, refuseDuplicates } from "./attributes.ts";
import type { XmlRules } from "./limits.ts";
import { isRemembered } from "./names.ts";
import { NamespaceScope } from "./namespaces.ts";
import { type XmlAttribute, type XmlDeclaration, type XmlName, XmlTag } from "./tree.ts";
import { XmlError } from "./xml-error.ts";

const SLASH = 0x2f;
const GT = 0x3e;

/** A start tag after its name: its source, its attributes and how many of its characters are `escapes`. */
export type TagRead = {
  readonly written: string;
  readonly raw: readonly XmlAttribute[];
  readonly escapes: number;
};

/** A cached start tag; `outside` and `inside` are the scope states before and after it. */
export type TagKnown = TagRead & {
  readonly tag: XmlTag;
  readonly isCanonical: boolean;
  readonly outside: number;
  readonly inside: number;
};

/** Says whether ">" or "/>" is at an offset. */
export function isTagEnd(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === GT || (code === SLASH && text.charCodeAt(at + 1) === GT);
}

/** The start tags of one document, resolved in the scope of each. */
export class XmlTags {
  readonly #rules: XmlRules;
  readonly #scope = new NamespaceScope();
  /** Declarations in scope. */
  #declared = 0;
  /** The last two tags of each name that have attributes: the transforms of a signature come in pairs. */
  readonly #known = new Map<XmlName, [last: TagKnown, before: TagKnown | null]>();

  constructor(rules: XmlRules) {
    this.#rules = rules;
  }

  /** Creates the tag of an element without attributes.   @throws XmlError malformado: undeclared prefix */
  bare(name: XmlName): XmlTag {
    return new XmlTag(name, this.#namespaceOf(name.prefix));
  }

  /** The shared tag of all elements with this name and no attributes.   @throws XmlError as `bare` */
  plain(name: XmlName): XmlTag {
    const namespace = this.#namespaceOf(name.prefix);
    if (name.plain?.namespace !== namespace) name.plain = new XmlTag(name, namespace);
    return name.plain;
  }

  /** The cached tag of a name with the same source text at `at` and the same scope; else null. */
  knownAt(name: XmlName, text: string, at: number): TagKnown | null {
    const known = this.#known.get(name);
    if (!known) return null;
    const [last, before] = known;
    if (this.#isAt(last, text, at)) return last;
    return before && this.#isAt(before, text, at) ? before : null;
  }

  /** Enters an element with a cached tag. */
  enterKnown({ tag, inside }: TagKnown): void {
    if (tag.declarations.length > 0) this.#declare(tag.declarations, inside);
  }

  /** Enters an element with a new tag.   @throws XmlError for duplicate attributes and undeclared prefixes */
  enter(name: XmlName, read: TagRead): TagKnown {
    const outside = this.#scope.state;
    const declarations = declarationsOf(read.raw, this.#rules);
    if (declarations.length > 0) this.#declare(declarations);
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

  /** @NOTE V8 compares a substring many times as fast as `startsWith` does. */
  #isAt({ outside, written }: TagKnown, text: string, at: number): boolean {
    const end = at + written.length;
    return outside === this.#scope.state && isTagEnd(text, end) && text.slice(at, end) === written;
  }

  leave({ declarations }: XmlTag): void {
    if (declarations.length === 0) return;
    this.#scope.leave(declarations);
    this.#declared -= declarations.length;
  }

  #declare(declarations: readonly XmlDeclaration[], state?: number): void {
    this.#declared += declarations.length;
    if (this.#declared > this.#rules.declarations)
      throw new XmlError("grande-demais", "declarações de namespace", "declarations");
    this.#scope.enter(declarations, state);
  }

  #attributesOf(raw: readonly XmlAttribute[]): readonly XmlAttribute[] {
    const attributes = dropDeclarations(raw);
    for (const each of attributes) if (each.prefix !== "") each.namespace = this.#namespaceOf(each.prefix);
    if (attributes.length > 1) refuseDuplicates(attributes);
    return attributes;
  }

  #namespaceOf(prefix: string): string {
    const namespace = this.#scope.get(prefix);
    if (namespace !== null) return namespace;
    if (this.#rules.namespaces === "any") return prefix;
    throw new XmlError("malformado", `prefixo ${prefix}`);
  }
}
