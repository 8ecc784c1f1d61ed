import { readConsulta } from "../consulta/read-consulta.ts";
import type { Findings } from "../findings.ts";
import type { LocatedDocumento } from "../read/locate.ts";

/** Compares the unsigned QR code and lookup address with those that SEFAZ publishes. */
export function judgeConsulta(location: LocatedDocumento, findings: Findings): void {
  const { qrCode, urlChave } = readConsulta(location);
  if (qrCode?.situacao === "divergente") findings.add("qr-divergente");
  if (urlChave?.situacao === "divergente") findings.add("url-chave-divergente");
  if (qrCode?.situacao === "desconhecida") findings.add("qr-desconhecido", { detalhe: "qrCode" });
  if (urlChave?.situacao === "desconhecida") findings.add("qr-desconhecido", { detalhe: "urlChave" });
}
