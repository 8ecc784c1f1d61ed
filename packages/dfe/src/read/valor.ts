import { InvalidValorError, parseValor, type Valor } from "@malote/syntax";
import type { XmlElement } from "../xml/tree.ts";
import { fieldOf, LayoutError, requireField } from "./fields.ts";

/** @throws LayoutError campo-invalido for what is no amount of money */
export function readValor(text: string, tag: string): Valor {
  try {
    return parseValor(text);
  } catch (error) {
    if (error instanceof InvalidValorError) throw new LayoutError("campo-invalido", tag);
    throw error;
  }
}

/** The amount in a field that must be there.   @throws LayoutError */
export function readValorField(element: XmlElement | null, tag: string): Valor {
  return readValor(requireField(element, tag), tag);
}

/** The amount in a field; null when it is absent.   @throws LayoutError when it is no amount */
export function readOptionalValor(element: XmlElement | null, tag: string): Valor | null {
  const text = fieldOf(element, tag);
  return text === null ? null : readValor(text, tag);
}
