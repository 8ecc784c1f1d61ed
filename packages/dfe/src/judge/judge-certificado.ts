import { raizCnpj } from "@malote/syntax";
import { hasAncoras, isChained, isWithinValidade, maySign } from "../assinatura/cadeia.ts";
import type { Certificado } from "../assinatura/certificado.ts";
import type { Findings } from "../findings.ts";
import type { Provedor } from "../read/consistency.ts";
import type { Confianca } from "../veredito.ts";
import { isDentroDoPrazo } from "./judge-prazo.ts";
import { judgeProvedor } from "./judge-provedor.ts";

/**
 * Who should have signed: the author's CNPJ or CPF, and when, as ISO: `assinado` is the date that
 * they signed, null where the layout has none, `protocolo` the one that SEFAZ's answer gives, which
 * is not signed.
 */
export type Assinante = {
  documento: string;
  assinado: string | null;
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
  const { instantes, isPosterior } = momentoOf(certificado, assinante);
  if (isPosterior) findings.add("certificado-posterior", { detalhe: certificado.validoDe.toISOString() });
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
/**
 * Days that a certificate may be newer than the date it signs: SEFAZ takes no document that is
 * dated longer ago.
 * @source MOC NF-e 7.0, rejeição 228 (data de emissão muito atrasada, 30 dias)
 */
const POSTERIOR_MAX_MS = 30 * DIA_MS;

/** When the certificate must have been good, and whether it is newer than the date that it signed. */
type Momento = { instantes: Date[]; isPosterior: boolean };

/**
 * A certificate must be good at the date that was signed and, if SEFAZ can have answered then, at
 * that of its answer. One that is newer than the date is judged at the answer alone: what is issued
 * in contingency, or dated to the first hour, is signed later. Without an answer its own first
 * instant is the earliest at which it can have signed.
 * @source docs/adr/0073-certificado-posterior.md
 */
function momentoOf({ validoDe }: Certificado, { assinado, protocolo }: Assinante): Momento {
  if (assinado === null) {
    return { instantes: [protocolo === null ? validoDe : new Date(protocolo)], isPosterior: false };
  }
  const emissao = new Date(assinado);
  const newerBy = validoDe.getTime() - emissao.getTime();
  if (newerBy > 0 && protocolo === null) return { instantes: [validoDe], isPosterior: true };
  const answered = protocolo !== null && isDentroDoPrazo(protocolo, assinado) ? new Date(protocolo) : null;
  if (answered !== null && newerBy > 0 && newerBy <= POSTERIOR_MAX_MS) {
    return { instantes: [answered], isPosterior: answered >= validoDe && newerBy > DIA_MS };
  }
  const isLater = answered !== null && answered > emissao;
  return { instantes: isLater ? [emissao, answered] : [emissao], isPosterior: false };
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
