import { InvalidValorError, parseValor, type Valor } from "@malote/syntax";
import type { XmlElement } from "../../xml/tree.ts";
import { fieldOf, LayoutError, matchingFieldOf, requireField } from "./fields.ts";

const SEM_SINAL = /^[0-9]/;
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** @throws LayoutError campo-invalido for an invalid amount */
export function readValor(text: string, tag: string): Valor {
  const valor = toValor(text);
  if (valor === null) throw new LayoutError("campo-invalido", tag);
  return valor;
}

/** The amount in a required field.   @throws LayoutError */
export function readValorField(element: XmlElement | null, tag: string): Valor {
  return readValor(requireField(element, tag), tag);
}

/** The total of a document, never negative.   @throws LayoutError */
export function readTotal(element: XmlElement | null, tag: string): Valor {
  return readValor(requireField(element, tag, SEM_SINAL), tag);
}

/** The amount in an informative field; null when absent or invalid.   @throws LayoutError as fieldOf */
export function readOptionalValor(element: XmlElement | null, tag: string): Valor | null {
  const text = fieldOf(element, tag);
  return text === null ? null : toValor(text);
}

/** A quantity or unit price with the scale of the XML; null when absent or not a plain decimal.
 * @throws LayoutError as fieldOf */
export function readDecimal(element: XmlElement | null, tag: string): string | null {
  return matchingFieldOf(element, tag, DECIMAL);
}

function toValor(text: string): Valor | null {
  try {
    return parseValor(text);
  } catch (error) {
    if (error instanceof InvalidValorError) return null;
    throw error;
  }
}
