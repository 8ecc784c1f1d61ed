import { layoutOf } from "../read/layouts.ts";
import { extractDocumento } from "../read/lote/lote.ts";
import { scanXml } from "../xml/scan.ts";
import { attributeOf, elementsOf, type XmlElement } from "../xml/tree.ts";
import { XmlError } from "../xml/xml-error.ts";

const VERSAO = /^[0-9.]{1,10}$/;

/** A document and SEFAZ's answer in a proc without the namespaces that a program declared around both: who signed the document
 * alone did not have them. Null when there are none, or when the text is no such proc. */
export function dropNamespacesAround(text: string): string | null {
  const root = tryScan(text.trim());
  if (!root?.declarations.some(({ prefix }) => prefix !== "")) return null;
  const layout = layoutOf(root.local);
  if (!layout || layout.raiz === root.local) return null;
  const versao = attributeOf(root, "versao") ?? "";
  const said = VERSAO.test(versao) ? ` versao="${versao}"` : "";
  const parts = elementsOf(root).map((each) => Buffer.from(extractDocumento(each)).toString());
  return `<${root.local} xmlns="${root.namespace}"${said}>${parts.join("")}</${root.local}>`;
}

function tryScan(text: string): XmlElement | null {
  try {
    return scanXml(text);
  } catch (error) {
    if (error instanceof XmlError) return null;
    throw error;
  }
}
