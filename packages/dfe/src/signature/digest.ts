import { createHash } from "node:crypto";
import { canonicalizeInto } from "../xml/c14n.ts";
import type { XmlElement } from "../xml/tree.ts";
import type { Hash } from "./read-signature.ts";

/** The digest of an element's canonical form, computed in pieces: a hostile one has megabytes. */
export function digestOf(element: XmlElement, algorithm: Hash): Buffer {
  const hash = createHash(algorithm);
  canonicalizeInto(element, (piece) => hash.update(piece));
  return hash.digest();
}
