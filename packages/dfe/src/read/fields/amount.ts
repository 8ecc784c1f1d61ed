import { type Amount, InvalidAmountError, parseAmount } from "@malote/syntax";
import type { XmlElement } from "../../xml/tree.ts";
import { fieldOf, LayoutError, matchingFieldOf, requireField } from "./fields.ts";

const UNSIGNED = /^[0-9]/;
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** @throws LayoutError campo-invalido for an invalid amount */
export function readAmount(text: string, tag: string): Amount {
  const amount = toAmount(text);
  if (amount === null) throw new LayoutError("campo-invalido", tag);
  return amount;
}

/** The amount in a required field.   @throws LayoutError */
export function readAmountField(element: XmlElement | null, tag: string): Amount {
  return readAmount(requireField(element, tag), tag);
}

/** The total of a document, never negative.   @throws LayoutError */
export function readTotal(element: XmlElement | null, tag: string): Amount {
  return readAmount(requireField(element, tag, UNSIGNED), tag);
}

/** The amount in an informative field; null when absent or invalid.   @throws LayoutError as fieldOf */
export function readOptionalAmount(element: XmlElement | null, tag: string): Amount | null {
  const text = fieldOf(element, tag);
  return text === null ? null : toAmount(text);
}

/** A quantity or unit price with the scale of the XML; null when absent or not a plain decimal.
 * @throws LayoutError as fieldOf */
export function readDecimal(element: XmlElement | null, tag: string): string | null {
  return matchingFieldOf(element, tag, DECIMAL);
}

function toAmount(text: string): Amount | null {
  try {
    return parseAmount(text);
  } catch (error) {
    if (error instanceof InvalidAmountError) return null;
    throw error;
  }
}
