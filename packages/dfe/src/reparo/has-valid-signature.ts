import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import { digestOf } from "../signature/digest.ts";
import { findSigned } from "../signature/find-signed.ts";
import { isSignedBy } from "../signature/is-signed-by.ts";
import { readSignature, SignatureRefusedError, type XmlSignature } from "../signature/read-signature.ts";
import { hasElements, type XmlElement } from "../xml/tree.ts";

/** Says whether digest and signature of a candidate are
 * valid, before it is judged. That alone proves nothing. */
export function hasValidSignature({ parsed, location }: Pick<OpenedDfe, "parsed" | "location">): boolean {
  if (!parsed) return false;
  const target = location && isLocatedDocumento(location) ? location : findSigned(parsed.root);
  const signature = target?.assinaturas.find(hasElements);
  const xmlSignature = signature && tryRead(signature);
  if (!target || !xmlSignature) return false;
  const { digestHash, digest } = xmlSignature;
  return (
    digestOf(target.assinado, digestHash).equals(digest) &&
    isSignedBy(xmlSignature.certificadoDer, xmlSignature)
  );
}

function tryRead(signature: XmlElement): XmlSignature | null {
  try {
    return readSignature(signature);
  } catch (error) {
    if (error instanceof SignatureRefusedError) return null;
    throw error;
  }
}
