import type { ForgetIn } from "../xml/scan.ts";
import type { XmlElement } from "../xml/tree.ts";
import { isOutroDfe, layoutOf, NAMESPACES, RESUMOS } from "./layouts.ts";

/** Documents of one parent that make a lote of it whatever else it holds. */
const LOTE_MIN = 2;

/** Counts the documents of a lote while it is scanned: what it is does not depend on what they say, so that those behind the first ones
 * are not kept. A lote of thousands is told from its head, and taken out document by document when it is opened. */
export class LoteContado {
  /** Documents that were counted and not kept. */
  contados = 0;
  #lote: XmlElement | null = null;
  #kept = 0;

  /** What is no lote by its root is kept whole. */
  readonly forgetIn: ForgetIn = (root) => (isInteiro(root) ? null : (ended) => this.#forget(ended));

  #forget(ended: XmlElement): boolean {
    const layout = layoutOf(ended.local);
    if (!layout || ended.namespace !== NAMESPACES[layout.familia] || !ended.parent) return false;
    if (ended.parent !== this.#lote) {
      if (!isOpen(ended.parent)) return false;
      this.#lote = ended.parent;
      this.#kept = 0;
    }
    this.#kept += 1;
    if (this.#kept <= LOTE_MIN) return false;
    this.contados += 1;
    return true;
  }
}

/** Says whether what stands in an element is looked at for itself: nothing around it is a whole of which it would be a part. */
function isOpen(element: XmlElement): boolean {
  for (let at: XmlElement | null = element; at; at = at.parent) {
    if (isInteiro(at) || at.local === "Signature") return false;
  }
  return true;
}

/** Says whether nothing inside an element is a document of its own: it is one itself, or may be one. */
function isInteiro(element: XmlElement): boolean {
  return layoutOf(element.local) !== null || isOutroDfe(element) || RESUMOS.has(element.local);
}
