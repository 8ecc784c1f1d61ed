import { openCertificado } from "@malote/sefaz";
import type { Abertura } from "./certificado.rules.ts";
import { checkCadeia } from "./check-cadeia.ts";

/** A certificate file to open. ancoras: PEM of the authorities that the installation trusts. */
export type ArquivoFechado = { pfx: Uint8Array; senha: string; ancoras: readonly string[]; agora: Date };

/**
 * Opens a certificate file and checks its chain; the result has no private key.
 * A hostile file can take seconds of CPU.
 */
export function openArquivo({ pfx, senha, ancoras, agora }: ArquivoFechado): Abertura {
  const aberto = openCertificado(pfx, senha);
  if (aberto.kind !== "ok") return aberto;
  const { chavePem: _, ...certificado } = aberto.certificado;
  return { kind: "ok", certificado, cadeia: checkCadeia(certificado, ancoras, agora) };
}
