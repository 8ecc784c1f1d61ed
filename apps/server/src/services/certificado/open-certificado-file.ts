import { openCertificado } from "@malote/sefaz";
import type { CertificadoFile, OpenResult } from "../../app-context.ts";
import { checkChain } from "./check-chain.ts";

/**
 * Opens a certificate file and checks its chain; the result has no private key.
 * A hostile file can take seconds of CPU.
 */
export function openCertificadoFile({ pfx, senha, ancoras: trustedCas, now }: CertificadoFile): OpenResult {
  const opened = openCertificado(pfx, senha);
  if (opened.kind !== "ok") return opened;
  const { chavePem: _, ...certificado } = opened.certificado;
  return { kind: "ok", certificado, cadeia: checkChain(certificado, trustedCas, now) };
}
