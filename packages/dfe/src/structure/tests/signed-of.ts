import { parseXml } from "../../xml/parse.ts";
import { isElement, visitDescendants, type XmlElement } from "../../xml/tree.ts";

const ENVELOPES = new Set("NFe CTe CTeOS CTeSimp MDFe evento eventoCTe eventoMDFe".split(" "));
const ASSINADOS = new Set(["infNFe", "infCte", "infMDFe", "infEvento"]);

/** The signed elements of a document, in document order; [] when it is not XML. */
export function signedOf(bytes: Uint8Array): XmlElement[] {
  const found: XmlElement[] = [];
  try {
    visitDescendants(parseXml(bytes).root, (node) => {
      if (isElement(node) && ASSINADOS.has(node.local) && ENVELOPES.has(node.parent?.local ?? ""))
        found.push(node);
    });
  } catch {
    return [];
  }
  return found;
}
