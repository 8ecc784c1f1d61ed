import { digestOf } from "../assinatura/digest.ts";
import { findAssinado } from "../assinatura/find-assinado.ts";
import { isSignedBy } from "../assinatura/is-signed-by.ts";
import { readAssinatura, SignatureRefusedError, type XmlSignature } from "../assinatura/read-assinatura.ts";
import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import { hasElements, type XmlElement } from "../xml/tree.ts";

/** Says whether digest and signature of a candidate are
 * valid, before it is judged. That alone proves nothing. */
export function hasValidSignature({ parsed, location }: Pick<OpenedDfe, "parsed" | "location">): boolean {
  if (!parsed) return false;
  const target = location && isLocatedDocumento(location) ? location : findAssinado(parsed.root);
  const signature = target?.assinaturas.find(hasElements);
  const assinatura = signature && tryRead(signature);
  if (!target || !assinatura) return false;
  const { digestHash, digest } = assinatura;
  return (
    digestOf(target.assinado, digestHash).equals(digest) && isSignedBy(assinatura.certificadoDer, assinatura)
  );
}

function tryRead(signature: XmlElement): XmlSignature | null {
  try {
    return readAssinatura(signature);
  } catch (error) {
    if (error instanceof SignatureRefusedError) return null;
    throw error;
  }
}
