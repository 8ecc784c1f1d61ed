import type { XmlElement, XmlNode } from "../xml/tree.ts";

/** An element as JSON: a string if it has only text, else an object. Its keys: "@name" for attributes
 * and declarations, "name" for children (an array when repeated), "#text", "#comment", "?target". */
export type JsonElement = string | JsonDfe;

/** An element, or the document around its root. */
export type JsonDfe = { [name: string]: JsonElement | JsonElement[] };

/** Blanks between tags are layout without meaning. */
const VISIBLE = /[^ \t\r\n]/;

/** Converts an element and its descendants; names keep their prefix. */
export function writeElement(element: XmlElement): JsonElement {
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

/** Creates an object without prototype, so that any tag name is a plain key, even "__proto__". */
export function createJson(): JsonDfe {
  return Object.create(null) as JsonDfe;
}

/** Adds the named nodes and returns the text. */
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

/** Says whether an element contains more than text. */
function hasMarks({ children }: XmlElement): boolean {
  return children.some((node) => typeof node !== "string" && node.kind !== "cdata");
}

function add(object: JsonDfe, name: string, value: JsonElement): void {
  const before = object[name];
  if (before === undefined) object[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else object[name] = [before, value];
}
