import { raizCnpj } from "@malote/syntax";
import { hasAncoras, isChained, isWithinValidade, maySign } from "../assinatura/cadeia.ts";
import type { Certificado } from "../assinatura/certificado.ts";
import type { Findings } from "../findings.ts";
import type { Provedor } from "../read/conferencia.ts";
import type { Confianca } from "../veredito.ts";
import { isDentroDoPrazo } from "./judge-prazo.ts";
import { judgeProvedor } from "./judge-provedor.ts";

/** Who should have signed: the author's CNPJ or CPF, and when, as ISO: `assinado` is the date that they signed, `protocolo` the one
 * that SEFAZ's answer gives, which nobody signed. */
export type Assinante = {
  documento: string;
  assinado: string;
  protocolo: string | null;
  provedor: Provedor | null;
};

/** Judges the signer: the chain at the hour of signing, and whether the certificate is the author's.
 * An expired authority is fine when it was valid then. */
export function judgeCertificado(
  certificado: Certificado,
  assinante: Assinante,
  { confianca, findings }: { confianca: Confianca; findings: Findings },
): void {
  const instantes = instantesOf(certificado, assinante);
  if (!instantes.every((at) => isWithinValidade(certificado, at)))
    findings.add("certificado-fora-da-validade");
  judgeOrigem(certificado, instantes, { confianca, findings });
  judgeTitular(certificado.documento, assinante, { confianca, findings });
}

/** Judges the chain alone.   @param instantes at all of which it must stand */
export function judgeOrigem(
  certificado: Certificado,
  instantes: readonly Date[],
  { confianca, findings }: { confianca: Confianca; findings: Findings },
): void {
  if (!maySign(certificado)) findings.add("certificado-improprio");
  if (!hasAncoras(confianca.ancoras)) findings.add("cadeia-nao-verificada");
  else if (!instantes.every((at) => isChained(certificado, confianca.ancoras, at)))
    findings.add(confianca.parcial ? "cadeia-nao-verificada" : "cadeia-desconhecida");
}

const DIA_MS = 24 * 3_600_000;

/** When the certificate must have been good: at the date that was signed and, if SEFAZ can have answered then, at that of its
 * answer. Some date a document to the beginning of the day, hours before they had the certificate that signs it. */
function instantesOf({ validoDe }: Certificado, { assinado, protocolo }: Assinante): Date[] {
  const emissao = new Date(assinado);
  if (protocolo === null || !isDentroDoPrazo(protocolo, assinado)) return [emissao];
  const answered = new Date(protocolo);
  if (answered <= emissao) return [emissao];
  const isOfTheDay = answered >= validoDe && validoDe.getTime() - emissao.getTime() <= DIA_MS;
  return isOfTheDay ? [validoDe > emissao ? validoDe : emissao, answered] : [emissao, answered];
}

function judgeTitular(
  documento: string | null,
  assinante: Assinante,
  { confianca, findings }: { confianca: Confianca; findings: Findings },
): void {
  if (documento === null) {
    findings.add("certificado-sem-documento");
    return;
  }
  if (isSameHolder(documento, assinante.documento)) return;
  const { provedor } = assinante;
  const codigo = provedor && judgeProvedor(documento, provedor, confianca);
  findings.add(codigo ?? "certificado-de-outro-documento", { detalhe: documento });
}

/** A company signs with the certificate of any of its branches; a person only with their own. */
function isSameHolder(documento: string, autor: string): boolean {
  if (documento.length !== autor.length) return false;
  return documento.length === 14 ? raizCnpj(documento) === raizCnpj(autor) : documento === autor;
}
