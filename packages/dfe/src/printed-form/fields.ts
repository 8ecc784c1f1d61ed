import { childrenOf, TEXT_MAX } from "../read/fields/fields.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";

// A printed form is read leniently: a repeated field, or one with child elements, is left out.

/** Maximum characters of a field other than free text. */
const FIELD_MAX = 120;
const TRUNCATED = " […]";

/** The only child with a name; null when it is absent or repeated. */
export function onlyChildOf(element: XmlElement | null, local: string): XmlElement | null {
  const [only, second] = childrenOf(element, local);
  return only && !second ? only : null;
}

/** The trimmed text of a field; null when it is absent, empty or too long. */
export function fieldOf(element: XmlElement | null, local: string): string | null {
  const text = plainOf(onlyChildOf(element, local));
  return text !== null && text.length <= FIELD_MAX ? text : null;
}

/** fieldOf for names, reasons and remarks; a text that is too long is truncated and marked. */
export function fieldTextOf(element: XmlElement | null, local: string): string | null {
  const text = plainOf(onlyChildOf(element, local));
  return text === null || text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}${TRUNCATED}`;
}

/** The non-empty fields of one name in some elements. */
export function fieldsOf(elements: readonly XmlElement[], local: string): string[] {
  return elements.flatMap((each) => fieldOf(each, local) ?? []);
}

/** The first of several alternative fields that has a value. */
export function anyFieldOf(element: XmlElement | null, locals: readonly string[]): string | null {
  for (const local of locals) {
    const text = fieldOf(element, local);
    if (text !== null) return text;
  }
  return null;
}

/** The digest in the signature next to a document; null without one. */
export function digestOf({ assinaturas }: LocatedDocumento): string | null {
  const signedInfo = onlyChildOf(assinaturas[0] ?? null, "SignedInfo");
  return fieldOf(onlyChildOf(signedInfo, "Reference"), "DigestValue");
}

function plainOf(field: XmlElement | null): string | null {
  if (!field || hasElements(field)) return null;
  return textOf(field).trim() || null;
}
