import { layoutOf } from "../read/layouts.ts";
import { extractDocumento } from "../read/lote/lote.ts";
import { scanXml } from "../xml/scan.ts";
import { attributeOf, elementsOf, type XmlElement } from "../xml/tree.ts";
import { XmlError } from "../xml/xml-error.ts";

const VERSION = /^[0-9.]{1,10}$/;

/** Removes namespaces that a program declared around a document and SEFAZ's answer: they were absent
 * when the document was signed. null when there are none, or when the text is not such a proc. */
export function dropOuterNamespaces(text: string): string | null {
  const root = tryScan(text.trim());
  if (!root?.declarations.some(({ prefix }) => prefix !== "")) return null;
  const layout = layoutOf(root.local);
  if (!layout || layout.raiz === root.local) return null;
  const version = attributeOf(root, "versao") ?? "";
  const versionAttribute = VERSION.test(version) ? ` versao="${version}"` : "";
  const parts = elementsOf(root).map((each) => Buffer.from(extractDocumento(each)).toString());
  return `<${root.local} xmlns="${root.namespace}"${versionAttribute}>${parts.join("")}</${root.local}>`;
}

function tryScan(text: string): XmlElement | null {
  try {
    return scanXml(text);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}
