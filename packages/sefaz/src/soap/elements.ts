import { attributeOf, elementsOf, type XmlElement, textOf as xmlTextOf } from "@malote/dfe";

/** An element of a response, found by local name whatever its prefix; null when it is absent or repeated. */
export type FoundElement = XmlElement | null;

/** The only child of that local name. */
export function child(parent: FoundElement, name: string): FoundElement {
  const [only = null, ...others] = children(parent, name);
  return others.length === 0 ? only : null;
}

/** All children of that local name, in document order. */
export function children(parent: FoundElement, name: string): XmlElement[] {
  return parent ? elementsOf(parent).filter(({ local }) => local === name) : [];
}

/** The only element of that local name at most `levels` below, whatever the wrappers in between are
 * called. */
export function descendant(parent: FoundElement, name: string, levels: number): FoundElement {
  const match = child(parent, name);
  if (match || levels === 0 || !parent) return match;
  for (const element of elementsOf(parent)) {
    const below = descendant(element, name, levels - 1);
    if (below) return below;
  }
  return null;
}

/** The text of the only child of that local name, trimmed; null when it is absent, empty or repeated. */
export function text(parent: FoundElement, name: string): string | null {
  const element = child(parent, name);
  return element ? textOf(element) : null;
}

/** The element's own text, trimmed; null when empty. */
export function textOf(element: XmlElement): string | null {
  return xmlTextOf(element).trim() || null;
}

/** The value of an attribute without prefix; null when it is absent or empty. */
export function attribute(element: XmlElement, name: string): string | null {
  return attributeOf(element, name) || null;
}

/** The default namespace that the element itself declares; null for none. */
export function declaredNamespace({ declarations }: XmlElement): string | null {
  return declarations.find(({ prefix }) => prefix === "")?.uri || null;
}
