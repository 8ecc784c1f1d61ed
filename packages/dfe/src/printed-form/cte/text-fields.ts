import { childrenOf } from "../../read/fields/fields.ts";
import { attributeOf, hasElements, textOf, type XmlElement } from "../../xml/tree.ts";
import { fieldTextOf, onlyChildOf } from "../fields.ts";

/** The trimmed text of a field; null when it is absent, empty or repeated. */
export type FieldText = string | null;

/** The first of several alternative children that is present. */
export function anyGroupOf(element: XmlElement | null, tags: readonly string[]): XmlElement | null {
  for (const tag of tags) {
    const group = onlyChildOf(element, tag);
    if (group) return group;
  }
  return null;
}

/** The first of several alternative fields that has a value. */
export function firstTextOf(element: XmlElement | null, ...tags: readonly string[]): FieldText {
  for (const tag of tags) {
    const text = fieldTextOf(element, tag);
    if (text !== null) return text;
  }
  return null;
}

/** The non-empty values of one field in each child with a name. */
export function eachTextOf(element: XmlElement | null, tag: string, ...fields: readonly string[]): string[] {
  return childrenOf(element, tag).flatMap((each) => firstTextOf(each, ...fields) ?? []);
}

/** The values of a repeatable field. */
export function allTextsOf(element: XmlElement | null, tag: string): string[] {
  return childrenOf(element, tag)
    .filter((each) => !hasElements(each))
    .map((each) => textOf(each).trim())
    .filter((text) => text !== "");
}

/** Several fields, under their names in the printed form. */
export function namedTextsOf<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, FieldText> {
  const texts: Partial<Record<K, FieldText>> = {};
  for (const name in tags) texts[name] = fieldTextOf(element, tags[name]);
  return texts as Record<K, FieldText>;
}

export function attributeText(element: XmlElement, name: string): FieldText {
  return attributeOf(element, name)?.trim() || null;
}
