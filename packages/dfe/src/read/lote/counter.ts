import type { DiscardPolicy } from "../../xml/scan.ts";
import type { XmlElement } from "../../xml/tree.ts";
import { layoutOf, NAMESPACES, RESUMOS } from "../layouts.ts";
import { isOtherDfe } from "../unread.ts";

/** Number of documents that make a file a lote. */
const LOTE_MIN = 2;

/** Counts the documents of a lote during the scan and keeps only the first
 * two: they suffice to classify it. openLote extracts all of them later. */
export class LoteCounter {
  /** Documents that were counted and discarded. */
  discarded = 0;
  #lote: XmlElement | null = null;
  #kept = 0;

  /** A root that is a single document is kept completely. */
  readonly discardPolicy: DiscardPolicy = (root) =>
    isSingleDocumento(root) ? null : (ended) => this.#shouldDiscard(ended);

  #shouldDiscard(ended: XmlElement): boolean {
    const layout = layoutOf(ended.local);
    if (!layout || ended.namespace !== NAMESPACES[layout.family] || !ended.parent) return false;
    if (ended.parent !== this.#lote) {
      if (!isOpen(ended.parent)) return false;
      this.#lote = ended.parent;
      this.#kept = 0;
    }
    this.#kept += 1;
    if (this.#kept <= LOTE_MIN) return false;
    this.discarded += 1;
    return true;
  }
}

/** Says whether the children of an element are independent documents: no ancestor is itself a document. */
function isOpen(element: XmlElement): boolean {
  for (let at: XmlElement | null = element; at; at = at.parent) {
    if (isSingleDocumento(at) || at.local === "Signature") return false;
  }
  return true;
}

/** Says whether an element is or may be a document, so that its descendants are not separate documents. */
function isSingleDocumento(element: XmlElement): boolean {
  return layoutOf(element.local) !== null || isOtherDfe(element) || RESUMOS.has(element.local);
}
