import type { XmlElement } from "../xml/tree.ts";
import { campoOf, onlyChildOf, textoOf } from "./campos.ts";
import type { DataDoPapel, DecimalDoPapel } from "./nfe-tipos.ts";

/** 13 whole digits and ten places are the most that a layout gives to any number; more is no number of a nota. */
const DECIMAL = /^-?[0-9]{1,15}(?:\.[0-9]{1,15})?$/;
const DATA = /^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])(?:T|$)/;

/** The only child at a path of names; null without one, or with two of one name. */
export function at(element: XmlElement | null, ...locals: readonly string[]): XmlElement | null {
  let found = element;
  for (const local of locals) found = onlyChildOf(found, local);
  return found;
}

/** A number as it is written; null for what is no plain decimal. */
export function decimalAt(element: XmlElement | null, local: string): DecimalDoPapel | null {
  const text = campoOf(element, local);
  return text !== null && DECIMAL.test(text) ? text : null;
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
