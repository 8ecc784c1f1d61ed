import type { SefazAlert } from "../../reading.ts";
import { hasElements, isElement, textOf, type XmlElement } from "../../xml/tree.ts";
import { childrenOf, TEXT_MAX } from "../fields/fields.ts";

/** Maximum of pairs in the layout.   @source leiauteNFe_v4.00.xsd of PL_010e, infProt */
const ALERTAS_MAX = 5;
const CODE = /^[0-9]{1,4}$/;

/** Reads the pairs of cMsg and xMsg in SEFAZ's answer, in order. They are informative only.
 * @param response infProt, which contains them in an
 * NF-e; a CT-e or MDF-e has them in its sibling infFisco */
export function readAlertas(response: XmlElement | null): SefazAlert[] {
  const places = [response, ...childrenOf(response?.parent ?? null, "infFisco")];
  return places.flatMap(readPairs).slice(0, ALERTAS_MAX);
}

function readPairs(place: XmlElement | null): SefazAlert[] {
  const alertas: SefazAlert[] = [];
  let codigo = "";
  for (const node of place?.children ?? []) {
    if (!isElement(node) || node.namespace !== place?.namespace) continue;
    if (node.local !== "cMsg" && node.local !== "xMsg") continue;
    const texto = hasElements(node) ? "" : textOf(node).trim();
    if (node.local === "cMsg") codigo = CODE.test(texto) ? texto : "";
    else if (texto !== "" && texto.length <= TEXT_MAX) alertas.push({ codigo, texto });
    if (node.local === "xMsg") codigo = "";
  }
  return alertas;
}
