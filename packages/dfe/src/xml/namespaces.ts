import type { XmlDeclaration, XmlElement } from "./tree.ts";

export const XML_NAMESPACE = "http://www.w3.org/XML/1998/namespace";
export const XMLNS_NAMESPACE = "http://www.w3.org/2000/xmlns/";

/** The prefixes in scope during a document-order traversal; a lookup costs the same at any depth. */
export class NamespaceScope {
  readonly #stacks = new Map<string, string[]>([["xml", [XML_NAMESPACE]]]);
  /** Identifies the current scope: while it is equal, every prefix has the same meaning. */
  state = 0;
  #states = 0;
  readonly #outer: number[] = [];

  /** The URI of a prefix; "" for the default namespace
   * when none is declared, null for an undeclared prefix. */
  get(prefix: string): string | null {
    return this.#stacks.get(prefix)?.at(-1) ?? (prefix === "" ? "" : null);
  }

  /** @param state the state after an earlier, equal `enter` from the same state */
  enter(declarations: readonly XmlDeclaration[], state?: number): void {
    this.#outer.push(this.state);
    if (state === undefined) this.#states += 1;
    this.state = state ?? this.#states;
    for (const { prefix, uri } of declarations) {
      const stack = this.#stacks.get(prefix);
      if (stack) stack.push(uri);
      else this.#stacks.set(prefix, [uri]);
    }
  }

  leave(declarations: readonly XmlDeclaration[]): void {
    for (const { prefix } of declarations) this.#stacks.get(prefix)?.pop();
    this.state = this.#outer.pop() ?? 0;
  }

  /** Every prefix in scope that has a namespace, without "xml". */
  all(): XmlDeclaration[] {
    const found: XmlDeclaration[] = [];
    for (const [prefix, stack] of this.#stacks) {
      const uri = stack.at(-1);
      if (uri && prefix !== "xml") found.push({ prefix, uri });
    }
    return found;
  }
}

/** The scope outside an element: its ancestors entered from the root down. */
export function scopeAround(element: XmlElement): NamespaceScope {
  const scope = new NamespaceScope();
  for (const ancestor of ancestorsOf(element).reverse()) scope.enter(ancestor.declarations);
  return scope;
}

/** The ancestors of an element, nearest first. */
export function ancestorsOf(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let at = element.parent; at; at = at.parent) found.push(at);
  return found;
}

/** Says whether an element itself has an xml:* attribute. */
export function hasXml({ attributes }: XmlElement): boolean {
  for (const { namespace } of attributes) if (namespace === XML_NAMESPACE) return true;
  return false;
}

/** Says whether an ancestor has an xml:* attribute, which the element's canonical form inherits. */
export function hasInheritedXml(element: XmlElement): boolean {
  for (let at = element.parent; at; at = at.parent) if (hasXml(at)) return true;
  return false;
}
