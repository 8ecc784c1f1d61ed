import type { ElementShape, SoapField } from "@malote/contract";
import { attributeOf, elementsOf, textOf, type XmlElement } from "@malote/dfe";
import { escapeXml } from "./envelope.ts";

const XSI = "http://www.w3.org/2001/XMLSchema-instance";
const INTEGER = /^[+-]?[0-9]{1,15}$/;
const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, "1": true, false: false, "0": false };
/** Without a prototype, whose names could collide with fields. */
const WITHOUT_PROTOTYPE = (): Record<string, unknown> => Object.create(null);

/**
 * Reads the fields of a message for its schema. A value of the wrong type stays text, and unknown
 * fields are kept, so that the schema reports them.
 */
export function readFields(message: XmlElement, fields: readonly SoapField[]): Record<string, unknown> {
  const parsed = WITHOUT_PROTOTYPE();
  const known = new Map(fields.map((field) => [field.nome, field]));
  for (const child of elementsOf(message)) {
    const field = known.get(child.local);
    if (field === undefined) parsed[child.local] = textOf(child);
    else if (field.forma.tipo === "lista") {
      const value = readValue(child, field.forma.item);
      const before = parsed[child.local];
      if (Array.isArray(before)) before.push(value);
      else parsed[child.local] = [value];
    } else if (isNil(child)) {
      if (field.nulo) parsed[child.local] = null;
    } else parsed[child.local] = readValue(child, field.forma);
  }
  return parsed;
}

function readValue(element: XmlElement, shape: ElementShape): unknown {
  const text = textOf(element);
  const trimmed = text.trim();
  if (shape.tipo === "objeto") return { ...readFields(element, shape.campos) };
  if (shape.tipo === "inteiro") return INTEGER.test(trimmed) ? Number(trimmed) : text;
  if (shape.tipo === "booleano") return BOOLEANS[trimmed] ?? text;
  return text;
}

function isNil(element: XmlElement): boolean {
  return BOOLEANS[attributeOf(element, "nil", XSI)?.trim() ?? ""] === true;
}

/** Elements of a response, in the order of its schema. */
export function writeFields(value: unknown, fields: readonly SoapField[]): string {
  const held = typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  return fields.map(({ nome: name, forma: shape }) => writeField(name, held[name], shape)).join("");
}

function writeField(name: string, value: unknown, shape: ElementShape): string {
  if (value === null || value === undefined) return "";
  if (shape.tipo !== "lista") return `<${name}>${writeValue(value, shape)}</${name}>`;
  return Array.isArray(value) ? value.map((item) => writeField(name, item, shape.item)).join("") : "";
}

function writeValue(value: unknown, shape: ElementShape): string {
  if (shape.tipo === "objeto") return writeFields(value, shape.campos);
  if (shape.tipo === "json" || shape.tipo === "lista") return escapeXml(JSON.stringify(value));
  if (shape.tipo === "binario") return Buffer.isBuffer(value) ? value.toString("base64") : "";
  return escapeXml(value instanceof Date ? value.toISOString() : String(value));
}
