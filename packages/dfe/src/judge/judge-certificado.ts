import { isSerieAvulsa, raizCnpj } from "@malote/syntax";
import { hasAncoras, isChained, isWithinValidade } from "../assinatura/cadeia.ts";
import type { Certificado } from "../assinatura/certificado.ts";
import type { Findings } from "../findings.ts";
import type { Provedor } from "../read/conferencia.ts";
import type { Confianca } from "../veredito.ts";

/** Who should have signed: the author's CNPJ or CPF, and when, as ISO. */
export type Assinante = {
  documento: string;
  quando: string;
  provedor: Provedor | null;
  serie: string;
  chaveDocumento: string;
};

/** Secretaria da Fazenda of Rio Grande do Sul, whose virtual SEFAZ signs the NFF. */
const RAIZ_SVRS = "87958674";

/** Judges the signer: the chain at the hour of signing, and whether the certificate is the author's.
 * An expired authority is fine when it was valid then. */
export function judgeCertificado(
  certificado: Certificado,
  assinante: Assinante,
  { confianca, findings }: { confianca: Confianca; findings: Findings },
): void {
  const at = new Date(assinante.quando);
  if (!isWithinValidade(certificado, at)) findings.add("certificado-fora-da-validade");
  judgeOrigem(certificado, at, { confianca, findings });
  judgeTitular(certificado.documento, assinante, findings);
}

/** Judges the chain alone. */
export function judgeOrigem(
  certificado: Certificado,
  at: Date,
  { confianca, findings }: { confianca: Confianca; findings: Findings },
): void {
  if (!hasAncoras(confianca.ancoras)) findings.add("cadeia-nao-verificada");
  else if (!isChained(certificado, confianca.ancoras, at)) findings.add("cadeia-desconhecida");
}

function judgeTitular(documento: string | null, assinante: Assinante, findings: Findings): void {
  if (documento === null) findings.add("certificado-sem-documento");
  else if (isSameHolder(documento, assinante.documento)) return;
  else if (isProvedor(documento, assinante)) findings.add("certificado-de-provedor", { detalhe: documento });
  else findings.add("certificado-de-outro-documento", { detalhe: documento });
}

/** A company signs with the certificate of any of its branches; a person only with their own. */
function isSameHolder(documento: string, autor: string): boolean {
  if (documento.length !== autor.length) return false;
  return documento.length === 14 ? raizCnpj(documento) === raizCnpj(autor) : documento === autor;
}

/** @source NT 2023 (PAA), NT 2021.002 (NFF); MOC, séries 890 a 899 emitted by the State, whose CNPJ the key then carries */
function isProvedor(documento: string, { provedor, serie, chaveDocumento }: Assinante): boolean {
  if (documento.length !== 14) return false;
  if (provedor?.kind === "paa") return raizCnpj(provedor.cnpj) === raizCnpj(documento);
  if (provedor?.kind === "nff") return raizCnpj(documento) === RAIZ_SVRS;
  return isSerieAvulsa(serie) && raizCnpj(chaveDocumento) === raizCnpj(documento);
}
