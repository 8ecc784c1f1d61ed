import { digestOf } from "../assinatura/digest.ts";
import { findAssinado } from "../assinatura/find-assinado.ts";
import { isSignedBy } from "../assinatura/is-signed-by.ts";
import { type Assinatura, AssinaturaRecusada, readAssinatura } from "../assinatura/read-assinatura.ts";
import { isLocatedDocumento } from "../read/locate.ts";
import type { OpenedDfe } from "../read/read-dfe.ts";
import { hasElements, type XmlElement } from "../xml/tree.ts";

/** Says whether the digest and the signature of a candidate hold: without that it need not be judged. It proves nothing by itself. */
export function holdsAssinatura({ parsed, location }: Pick<OpenedDfe, "parsed" | "location">): boolean {
  if (!parsed) return false;
  const alvo = location && isLocatedDocumento(location) ? location : findAssinado(parsed.root);
  const signature = alvo?.assinaturas.find(hasElements);
  const assinatura = signature && tryRead(signature);
  if (!alvo || !assinatura) return false;
  const { digestHash, digest } = assinatura;
  return (
    digestOf(alvo.assinado, digestHash).equals(digest) && isSignedBy(assinatura.certificadoDer, assinatura)
  );
}

function tryRead(signature: XmlElement): Assinatura | null {
  try {
    return readAssinatura(signature);
  } catch (error) {
    if (error instanceof AssinaturaRecusada) return null;
    throw error;
  }
}
