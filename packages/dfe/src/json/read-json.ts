import { parseXml } from "../xml/parse.ts";
import { XmlError } from "../xml/xml-error.ts";
import { createJson, type JsonDfe, writeElement } from "./element-json.ts";

export type { JsonDfe, JsonElement } from "./element-json.ts";

/** Converts a whole XML to JSON: its root's tags, attributes and texts under the root's name,
 * with all values as strings. null when the XML is unreadable or exceeds the reader's limits. */
export function readJson(bytes: Uint8Array): JsonDfe | null {
  try {
    const { root } = parseXml(bytes);
    const json = createJson();
    json[root.name.raw] = writeElement(root);
    return json;
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}
