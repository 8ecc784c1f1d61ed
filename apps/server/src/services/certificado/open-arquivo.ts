import { openCertificado } from "@malote/sefaz";
import type { Abertura } from "./certificado.rules.ts";
import { checkCadeia } from "./check-cadeia.ts";

/** A certificate file to be opened. ancoras: PEM of the authorities that the house trusts, for its chain. */
export type ArquivoFechado = { pfx: Uint8Array; senha: string; ancoras: readonly string[]; agora: Date };

/** Opens a certificate file and looks at its chain; what comes out has no key. It takes seconds of a processor where the file wants it. */
export function openArquivo({ pfx, senha, ancoras, agora }: ArquivoFechado): Abertura {
  const aberto = openCertificado(pfx, senha);
  if (aberto.kind !== "ok") return aberto;
  const { chavePem: _, ...certificado } = aberto.certificado;
  return { kind: "ok", certificado, cadeia: checkCadeia(certificado, ancoras, agora) };
}
