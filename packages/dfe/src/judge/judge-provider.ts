import { createPublicKey, verify } from "node:crypto";
import { cnpjRoot } from "@malote/syntax";
import type { AchadoCode } from "../achados.ts";
import type { Trust } from "../examination.ts";
import type { Provider } from "../read/consistency.ts";
import { isFisco, isSvrs, isTrustedProvider } from "./authorities.ts";

/** The finding for a signer other than the emitente, by the document's
 * claim; null when the claim does not cover the signer. The claim alone
 * proves nothing, since the signer wrote it: only trusted names do.
 * @source NT 2021.002 (NFF); leiauteNFe_v4.00.xsd (infPAA); MOC Visão Geral §5.4 (séries avulsas) */
export function judgeProvider(
  documento: string,
  provedor: Provider,
  trust: Trust,
): Extract<AchadoCode, "certificado-de-provedor" | "provedor-desconhecido"> | null {
  if (provedor.kind === "nff") return isSvrs(documento) ? "certificado-de-provedor" : null;
  if (provedor.kind === "avulsa") return isFisco(documento, trust) ? "certificado-de-provedor" : null;
  if (documento.length !== 14 || cnpjRoot(provedor.cnpj) !== cnpjRoot(documento)) return null;
  if (!hasEmitenteSigned(provedor)) return null;
  return isTrustedProvider(documento, trust) ? "certificado-de-provedor" : "provedor-desconhecido";
}

/** Verifies the emitente's signature over the Id. Its key is in the document and
 * registered at SEFAZ, so a valid signature is necessary, but proves nothing alone.
 * @source leiauteNFe_v4.00.xsd (PAASignature) */
function hasEmitenteSigned({ id, assinatura }: Extract<Provider, { kind: "paa" }>): boolean {
  try {
    const [n, e] = [assinatura.modulo, assinatura.expoente].map((each) =>
      Buffer.from(each, "base64").toString("base64url"),
    );
    const key = createPublicKey({ key: { kty: "RSA", n, e }, format: "jwk" });
    return verify("sha1", Buffer.from(id), key, Buffer.from(assinatura.valor, "base64"));
  } catch {
    return false; // not a valid key
  }
}
