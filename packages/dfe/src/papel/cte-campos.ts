import { childrenOf } from "../read/fields/fields.ts";
import { attributeOf, hasElements, textOf, type XmlElement } from "../xml/tree.ts";
import { onlyChildOf, textoOf } from "./campos.ts";

/** What a document says in a field, as it stands there without the blanks around; null when it says nothing, or says it twice. */
export type Dito = string | null;

/** The first of several alternative children that is there. */
export function anyGroupOf(element: XmlElement | null, tags: readonly string[]): XmlElement | null {
  for (const tag of tags) {
    const group = onlyChildOf(element, tag);
    if (group) return group;
  }
  return null;
}

/** The field of one of several names, the first that says something. */
export function saidOf(element: XmlElement | null, ...tags: readonly string[]): Dito {
  for (const tag of tags) {
    const text = textoOf(element, tag);
    if (text !== null) return text;
  }
  return null;
}

/** One field of each of the children with a name, those that say nothing left out. */
export function eachSaidOf(element: XmlElement | null, tag: string, ...fields: readonly string[]): string[] {
  return childrenOf(element, tag).flatMap((each) => saidOf(each, ...fields) ?? []);
}

/** A field that the layout has many of. */
export function allSaidOf(element: XmlElement | null, tag: string): string[] {
  return childrenOf(element, tag)
    .filter((each) => !hasElements(each))
    .map((each) => textOf(each).trim())
    .filter((text) => text !== "");
}

/** Several fields at once, by the names that the paper has for them. */
export function saysOf<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, Dito> {
  const said: Partial<Record<K, Dito>> = {};
  for (const name in tags) said[name] = textoOf(element, tags[name]);
  return said as Record<K, Dito>;
}

export function attributeSaid(element: XmlElement, name: string): Dito {
  return attributeOf(element, name)?.trim() || null;
}
