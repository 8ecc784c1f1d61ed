import { DSIG_NAMESPACE } from "../read/locate.ts";
import { attributeOf, elementsOf, type XmlElement } from "../xml/tree.ts";

/** A signed element with the signatures beside it, in a document that is not read. */
export type Assinado = {
  assinado: XmlElement;
  assinaturas: XmlElement[];
  estranhos: { noEnvelope: string[]; emVolta: string[] };
};

/** The first element that has a signature beside it; null when nothing is signed. */
export function findAssinado(root: XmlElement): Assinado | null {
  const children = elementsOf(root);
  const assinaturas = children.filter(
    (each) => each.local === "Signature" && (each.namespace === DSIG_NAMESPACE || each.namespace === ""),
  );
  const assinado = children.find((each) => attributeOf(each, "Id") !== null);
  if (assinaturas.length > 0 && assinado) {
    return { assinado, assinaturas, estranhos: { noEnvelope: [], emVolta: [] } };
  }
  for (const child of children) {
    const below = findAssinado(child);
    if (below) return below;
  }
  return null;
}
