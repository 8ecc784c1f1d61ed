import { childrenOf, TEXTO_MAX } from "../read/fields/fields.ts";
import type { LocatedDocumento } from "../read/locate.ts";
import { hasElements, textOf, type XmlElement } from "../xml/tree.ts";

/** What a paper reads, it reads without complaint: a field that is there twice, or that holds elements, is left out. */

/** Characters of a field that is no free text. */
const CAMPO_MAX = 120;
const CORTADO = " […]";

/** The one child with a name; null when there is none, or two of which nobody could say the right one. */
export function onlyChildOf(element: XmlElement | null, local: string): XmlElement | null {
  const [only, second] = childrenOf(element, local);
  return only && !second ? only : null;
}

/** The trimmed text of a field; null when it is absent, empty, or longer than such a field can be. */
export function campoOf(element: XmlElement | null, local: string): string | null {
  const text = plainOf(onlyChildOf(element, local));
  return text !== null && text.length <= CAMPO_MAX ? text : null;
}

/** The same for what people write: names, reasons, remarks. One that is too long for any layout is cut, and says so. */
export function textoOf(element: XmlElement | null, local: string): string | null {
  const text = plainOf(onlyChildOf(element, local));
  return text === null || text.length <= TEXTO_MAX ? text : `${text.slice(0, TEXTO_MAX)}${CORTADO}`;
}

/** The fields of one name that stand in each of some elements, those that say nothing left out. */
export function camposOf(elements: readonly XmlElement[], local: string): string[] {
  return elements.flatMap((each) => campoOf(each, local) ?? []);
}

/** The first of several alternative fields that is there. */
export function anyCampoOf(element: XmlElement | null, locals: readonly string[]): string | null {
  for (const local of locals) {
    const text = campoOf(element, local);
    if (text !== null) return text;
  }
  return null;
}

/** The digest that the signature beside a document claims; null without one. */
export function digestOf({ assinaturas }: LocatedDocumento): string | null {
  const signedInfo = onlyChildOf(assinaturas[0] ?? null, "SignedInfo");
  return campoOf(onlyChildOf(signedInfo, "Reference"), "DigestValue");
}

function plainOf(field: XmlElement | null): string | null {
  if (!field || hasElements(field)) return null;
  return textOf(field).trim() || null;
}
