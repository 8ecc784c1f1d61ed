import type { UnreadableReason } from "../../reading.ts";
import { attributeOf, hasElements, isElement, textOf, type XmlElement } from "../../xml/tree.ts";

/** A DF-e that violates the layout of its model; readers turn it into an outcome. */
export class LayoutError extends Error {
  override readonly name = "LayoutError";
  readonly motivo: UnreadableReason;

  constructor(motivo: UnreadableReason, tag: string) {
    super(tag);
    this.motivo = motivo;
  }
}

/** Maximum characters of a field other than free text; the layouts allow 60 or fewer. */
const FIELD_MAX = 120;
/** Maximum characters of names and free text. */
export const TEXT_MAX = 20_000;

/** The children with a name and the namespace of their parent. */
export function childrenOf(element: XmlElement | null, local: string): XmlElement[] {
  const found: XmlElement[] = [];
  if (!element) return found;
  if (typeof element.content === "string") return found;
  const { children, namespace } = element;
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at];
    if (node !== undefined && isElement(node) && node.local === local && node.namespace === namespace)
      found.push(node);
  }
  return found;
}

/** The only child with a name; a repeated one is refused as ambiguous.   @throws LayoutError */
export function childOf(element: XmlElement | null, local: string): XmlElement | null {
  if (!element || typeof element.content === "string") return null;
  const { children, namespace } = element;
  let found: XmlElement | null = null;
  for (let at = 0; at < children.length; at += 1) {
    const node = children[at];
    if (node === undefined || !isElement(node) || node.local !== local || node.namespace !== namespace)
      continue;
    if (found) throw new LayoutError("estrutura", local);
    found = node;
  }
  return found;
}

/** @throws LayoutError campo-ausente */
export function requireChild(element: XmlElement | null, local: string): XmlElement {
  const child = childOf(element, local);
  if (!child) throw new LayoutError("campo-ausente", local);
  return child;
}

/** The trimmed text of a field; null when it is absent or empty.
 * @param max its characters   @throws LayoutError when it has child elements or is too long */
export function fieldOf(element: XmlElement | null, local: string, max = FIELD_MAX): string | null {
  const child = childOf(element, local);
  return child && contentOf(child, max);
}

/** The trimmed text of a field element; null when it is empty.   @throws LayoutError as fieldOf */
export function contentOf(field: XmlElement, max = FIELD_MAX): string | null {
  const text = plainTextOf(field).trim();
  if (text.length > max) throw new LayoutError("campo-invalido", field.local);
  return text || null;
}

function plainTextOf(field: XmlElement): string {
  if (hasElements(field)) throw new LayoutError("estrutura", field.local);
  return textOf(field);
}

/** fieldOf for names, reasons and remarks. */
export function textFieldOf(element: XmlElement | null, local: string): string | null {
  return fieldOf(element, local, TEXT_MAX);
}

/** The trimmed text of a required field.   @throws LayoutError when it is absent or does not match */
export function requireField(element: XmlElement | null, local: string, pattern?: RegExp): string {
  const text = fieldOf(element, local);
  if (text === null) throw new LayoutError("campo-ausente", local);
  if (pattern && !pattern.test(text)) throw new LayoutError("campo-invalido", local);
  return text;
}

/** The text of an informative field; null when absent or
 * when it does not match, which the layout checks report.
 * @throws LayoutError as fieldOf */
export function matchingFieldOf(element: XmlElement | null, local: string, pattern: RegExp): string | null {
  const text = fieldOf(element, local);
  return text !== null && pattern.test(text) ? text : null;
}

/** The first of several alternative fields that has a value. */
export function anyFieldOf(element: XmlElement | null, locals: readonly string[]): string | null {
  for (const local of locals) {
    const text = fieldOf(element, local);
    if (text !== null) return text;
  }
  return null;
}

/** @throws LayoutError campo-ausente */
export function requireAttribute(element: XmlElement, local: string): string {
  const value = attributeOf(element, local)?.trim();
  if (!value) throw new LayoutError("campo-ausente", `${element.local}/@${local}`);
  return value;
}
