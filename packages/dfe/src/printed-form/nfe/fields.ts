import { childrenOf } from "../../read/fields/fields.ts";
import { hasElements, textOf, XmlElement, XmlTag } from "../../xml/tree.ts";
import { fieldOf, fieldTextOf } from "../fields.ts";
import type { PrintedData, PrintedDecimal } from "../scalars.ts";

/** The layouts have up to 13 whole digits and ten decimal places. */
const DECIMAL = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;
/** Printed instead of an unreadable number, which differs from an absent one. */
const ILEGIVEL = "ILEGÍVEL";
const DATA = /^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T|$)/;

/** Replaces a repeated, ambiguous group: it is empty, and its numbers are ILEGÍVEL. */
const NO_NAME = {
  raw: "",
  prefix: "",
  local: "",
  open: "",
  close: "",
  next: null,
  plain: null,
  declared: null,
};
const REPEATED = new XmlElement(new XmlTag(NO_NAME, ""), null, 0);

/** The only child at a path of names; null when absent. */
export function at(element: XmlElement | null, ...locals: readonly string[]): XmlElement | null {
  let found = element;
  for (const local of locals) {
    if (found === REPEATED) return found;
    const [only, second] = childrenOf(found, local);
    found = second ? REPEATED : (only ?? null);
  }
  return found;
}

/** A number as written; null when absent, "ILEGÍVEL" when it is not a plain decimal or is repeated. */
export function decimalAt(element: XmlElement | null, local: string): PrintedDecimal | null {
  if (element === REPEATED) return ILEGIVEL;
  const text = fieldOf(element, local);
  if (text !== null && DECIMAL.test(text)) return text;
  return childrenOf(element, local).some((each) => hasElements(each) || textOf(each).trim() !== "")
    ? ILEGIVEL
    : null;
}

/** A date as written; null when invalid. */
export function dataAt(element: XmlElement | null, local: string): PrintedData | null {
  const text = fieldOf(element, local);
  return text !== null && DATA.test(text) ? text : null;
}

/** Several decimals, under their names in the printed form. */
export function decimalsAt<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, PrintedDecimal | null> {
  const entries = Object.entries<string>(tags).map(([name, tag]) => [name, decimalAt(element, tag)]);
  return Object.fromEntries(entries) as Record<K, PrintedDecimal | null>;
}

/** Several texts, under their names in the printed form. */
export function textsAt<K extends string>(
  element: XmlElement | null,
  tags: Readonly<Record<K, string>>,
): Record<K, string | null> {
  const entries = Object.entries<string>(tags).map(([name, tag]) => [name, fieldTextOf(element, tag)]);
  return Object.fromEntries(entries) as Record<K, string | null>;
}

/** Returns the record, or null when all its values are null. */
export function orNull<T extends object>(record: T): T | null {
  return Object.values(record).every((value) => value === null) ? null : record;
}
