import { parseXml } from "../xml/parse.ts";
import { XmlError } from "../xml/xml-error.ts";
import { createJson, type JsonDfe, writeElement } from "./element-json.ts";

export type { JsonDfe, JsonElemento } from "./element-json.ts";

/**
 * The whole of an XML as JSON: every tag, attribute and text of its root, under the root's own name, values as strings.
 * As large as the reader's limits let an XML be; null when it cannot be read within them.
 */
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
