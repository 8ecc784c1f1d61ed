import { InvalidValorError, parseValor, type Valor } from "@malote/syntax";
import type { XmlElement } from "../xml/tree.ts";
import { fieldOf, LayoutError, matchingFieldOf, requireField } from "./fields.ts";

const SEM_SINAL = /^[0-9]/;
const DECIMAL = /^-?[0-9]+(?:\.[0-9]+)?$/;

/** @throws LayoutError campo-invalido for what is no amount of money */
export function readValor(text: string, tag: string): Valor {
  const valor = toValor(text);
  if (valor === null) throw new LayoutError("campo-invalido", tag);
  return valor;
}

/** The amount in a field that must be there.   @throws LayoutError */
export function readValorField(element: XmlElement | null, tag: string): Valor {
  return readValor(requireField(element, tag), tag);
}

/** The total of a document, which is never negative.   @throws LayoutError */
export function readTotal(element: XmlElement | null, tag: string): Valor {
  return readValor(requireField(element, tag, SEM_SINAL), tag);
}

/** The amount in a field that only informs; null when it is absent or no amount.   @throws LayoutError as fieldOf does */
export function readOptionalValor(element: XmlElement | null, tag: string): Valor | null {
  const text = fieldOf(element, tag);
  return text === null ? null : toValor(text);
}

/** A quantity or unit price with the scale of the XML; null when it is absent or no plain decimal.   @throws LayoutError as fieldOf does */
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
