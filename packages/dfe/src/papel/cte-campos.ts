import { childrenOf, TEXTO_MAX } from "../read/fields.ts";
import { attributeOf, hasElements, textOf, type XmlElement } from "../xml/tree.ts";

/** What a document says in a field, as it stands there without the blanks around; null when it says nothing. */
export type Dito = string | null;

/** The first child with a name: a paper shows what is there, and who judges the document tells that there are two. */
export function groupOf(element: XmlElement | null, tag: string): XmlElement | null {
  return childrenOf(element, tag)[0] ?? null;
}

/** The first of several alternative children that is there. */
export function anyGroupOf(element: XmlElement | null, tags: readonly string[]): XmlElement | null {
  for (const tag of tags) {
    const group = groupOf(element, tag);
    if (group) return group;
  }
  return null;
}

/** The field of one of several names, the first that says something; one with elements in it, or without end, says nothing. */
export function saidOf(element: XmlElement | null, ...tags: readonly string[]): Dito {
  for (const tag of tags) {
    const text = contentOf(groupOf(element, tag));
    if (text !== null) return text;
  }
  return null;
}

/** Every field with a name that says something. */
export function allSaidOf(element: XmlElement | null, tag: string): string[] {
  return childrenOf(element, tag).flatMap((each) => contentOf(each) ?? []);
}

/** Several fields at once, by the names that the paper has for them. */
export function saysOf<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, Dito> {
  const said: Partial<Record<K, Dito>> = {};
  for (const name in tags) said[name] = saidOf(element, tags[name]);
  return said as Record<K, Dito>;
}

export function attributeSaid(element: XmlElement, name: string): Dito {
  return attributeOf(element, name)?.trim() || null;
}

function contentOf(field: XmlElement | null): Dito {
  if (!field || hasElements(field)) return null;
  const text = textOf(field).trim();
  return text.length > TEXTO_MAX ? null : text || null;
}
