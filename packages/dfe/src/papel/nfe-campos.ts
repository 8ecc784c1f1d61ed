import { childrenOf } from "../read/fields/fields.ts";
import { hasElements, textOf, XmlElement, XmlTag } from "../xml/tree.ts";
import { campoOf, textoOf } from "./campos.ts";
import type { DataDoPapel, DecimalDoPapel } from "./escalares.ts";

/** 13 whole digits and ten places are the most that a layout gives to any number; more is no number of a nota. */
const DECIMAL = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;
/** In the place of a number that stands there and that nobody can read: it is not the same as none. */
const ILEGIVEL = "ILEGÍVEL";
const DATA = /^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T|$)/;

/** In the place of a group that stands there twice: nobody could say the right one. It holds nothing, and its numbers are illegible. */
const SEM_NOME = {
  raw: "",
  prefix: "",
  local: "",
  open: "",
  close: "",
  next: null,
  plain: null,
  declared: null,
};
const REPETIDO = new XmlElement(new XmlTag(SEM_NOME, ""), null, 0);

/** The only child at a path of names; null without one. */
export function at(element: XmlElement | null, ...locals: readonly string[]): XmlElement | null {
  let found = element;
  for (const local of locals) {
    if (found === REPETIDO) return found;
    const [only, second] = childrenOf(found, local);
    found = second ? REPETIDO : (only ?? null);
  }
  return found;
}

/** A number as it is written; null where there is none, "ILEGÍVEL" for what is no plain decimal, or stands there twice. */
export function decimalAt(element: XmlElement | null, local: string): DecimalDoPapel | null {
  if (element === REPETIDO) return ILEGIVEL;
  const text = campoOf(element, local);
  if (text !== null && DECIMAL.test(text)) return text;
  return childrenOf(element, local).some((each) => hasElements(each) || textOf(each).trim() !== "")
    ? ILEGIVEL
    : null;
}

/** A date as it is written; null for what is none. */
export function dataAt(element: XmlElement | null, local: string): DataDoPapel | null {
  const text = campoOf(element, local);
  return text !== null && DATA.test(text) ? text : null;
}

/** The decimals at names, each under the name that the paper gives it. */
export function decimalsAt<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, DecimalDoPapel | null> {
  const entries = Object.entries<string>(tags).map(([name, tag]) => [name, decimalAt(element, tag)]);
  return Object.fromEntries(entries) as Record<K, DecimalDoPapel | null>;
}

/** The texts at names, each under the name that the paper gives it. */
export function textsAt<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, string | null> {
  const entries = Object.entries<string>(tags).map(([name, tag]) => [name, textoOf(element, tag)]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}

/** The same record, or null when it says nothing. */
export function orNull<T extends object>(record: T): T | null {
  return Object.values(record).every((value) => value === null) ? null : record;
}
