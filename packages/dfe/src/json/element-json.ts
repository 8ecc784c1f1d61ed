import type { XmlElement, XmlNode } from "../xml/tree.ts";

/**
 * An element as JSON. One that holds nothing but text is that text; any other is an object without prototype, so that a tag may have
 * any name: attributes and declarations as "@name" in their order, then what stands in it by name in the order of its first, several of
 * one name as an array; "#text" what is written beside them, "#comment" comments, "?target" instructions.
 */
export type JsonElemento = string | JsonDfe;

/** An element, or the document around its root. */
export type JsonDfe = { [nome: string]: JsonElemento | JsonElemento[] };

/** Blanks between tags lay a document out and say nothing. */
const VISIBLE = /[^ \t\r\n]/;

/** Writes an element and all below it; names stay as they are written, prefix included. */
export function writeElement(element: XmlElement): JsonElemento {
  const { content, declarations, attributes } = element;
  const isBare = declarations.length === 0 && attributes.length === 0;
  if (isBare && typeof content === "string") return content;
  if (isBare && element.children.length === 0) return "";
  const object = createJson();
  for (const { prefix, uri } of declarations) object[prefix === "" ? "@xmlns" : `@xmlns:${prefix}`] = uri;
  for (const { name, value } of attributes) object[`@${name.raw}`] = value;
  const text = writeNodes(element.children, object);
  if (!hasMarks(element)) return isBare && text !== "" ? text : keepText(object, text);
  return VISIBLE.test(text) ? keepText(object, text) : object;
}

/** An object whose every key is its own, "__proto__" as well. */
export function createJson(): JsonDfe {
  return Object.create(null) as JsonDfe;
}

/** Adds what has a name; answers the text. */
function writeNodes(nodes: readonly XmlNode[], object: JsonDfe): string {
  let text = "";
  for (const node of nodes) {
    if (typeof node === "string") text += node;
    else if (node.kind === "cdata") text += node.text;
    else if (node.kind === "comment") add(object, "#comment", node.text);
    else if (node.kind === "instruction") add(object, `?${node.target}`, node.data);
    else add(object, node.name.raw, writeElement(node));
  }
  return text;
}

function keepText(object: JsonDfe, text: string): JsonDfe {
  if (text !== "") object["#text"] = text;
  return object;
}

/** Whether anything but text stands in it. */
function hasMarks({ children }: XmlElement): boolean {
  return children.some((node) => typeof node !== "string" && node.kind !== "cdata");
}

function add(object: JsonDfe, nome: string, value: JsonElemento): void {
  const before = object[nome];
  if (before === undefined) object[nome] = value;
  else if (Array.isArray(before)) before.push(value);
  else object[nome] = [before, value];
}
