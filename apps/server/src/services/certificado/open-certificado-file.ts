import { openCertificado } from "@malote/sefaz";
import type { OpenResult } from "./certificado.rules.ts";
import { checkChain } from "./check-chain.ts";

/** A certificate file to open. ancoras: PEM of the authorities that the installation trusts. */
export type CertificadoFile = { pfx: Uint8Array; senha: string; ancoras: readonly string[]; now: Date };

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
