import { cnpjRoot, DAY_MS } from "@malote/syntax";
import type { Trust } from "../examination.ts";
import type { Findings } from "../findings.ts";
import type { Provider } from "../read/consistency.ts";
import type { Certificado } from "../signature/certificado.ts";
import { hasTrustedCas, isChained, isWithinValidade, maySign } from "../signature/chain.ts";
import { isWithinDeadline } from "./judge-deadline.ts";
import { judgeProvider } from "./judge-provider.ts";

/** Who should have signed, and when (ISO). */
export type ExpectedSigner = {
  /** The CNPJ or CPF of the emitente or autor. */
  documento: string;
  /** The signed date; null when the layout has none. */
  assinado: string | null;
  /** The date of SEFAZ's answer, which is not signed. */
  protocolo: string | null;
  provedor: Provider | null;
};

/** Judges the signer: the chain at the time of signing, and whether the certificate
 * belongs to the expected signer. An authority that expired later is accepted. */
export function judgeCertificado(
  certificado: Certificado,
  expected: ExpectedSigner,
  { confianca: trust, findings }: { confianca: Trust; findings: Findings },
): void {
  const { instantes, isPosterior } = signingMomentOf(certificado, expected);
  if (isPosterior) findings.add("certificado-posterior", { detalhe: certificado.validoDe.toISOString() });
  if (!instantes.every((at) => isWithinValidade(certificado, at)))
    findings.add("certificado-fora-da-validade");
  judgeOrigem(certificado, instantes, { confianca: trust, findings });
  judgeHolder(certificado.documento, expected, { confianca: trust, findings });
}

/** Judges only the chain.   @param instantes at all of which it must be valid */
export function judgeOrigem(
  certificado: Certificado,
  instantes: readonly Date[],
  { confianca: trust, findings }: { confianca: Trust; findings: Findings },
): void {
  if (!maySign(certificado)) findings.add("certificado-improprio");
  if (!hasTrustedCas(trust.trustedCas)) findings.add("cadeia-nao-verificada");
  else if (!instantes.every((at) => isChained(certificado, trust.trustedCas, at)))
    findings.add(trust.isPartial ? "cadeia-nao-verificada" : "cadeia-desconhecida");
}

/** How much newer than the signed date a certificate may
 * be: SEFAZ accepts no document with an older date.
 * @source MOC NF-e 7.0, rejeição 228 (data de emissão muito atrasada, 30 dias) */
const POSTERIOR_MAX_MS = 30 * DAY_MS;

/** When the certificate must be valid, and whether it is newer than the signed date. */
type SigningMoment = { instantes: Date[]; isPosterior: boolean };

/** A certificate must be valid at the signed date, and at the date of SEFAZ's
 * answer if that is plausible. A newer certificate must be valid at the answer,
 * since contingency documents are signed later; without one, at its own start.
 * @source docs/adr/0073-certificate-newer-than-issue.md */
function signingMomentOf({ validoDe }: Certificado, { assinado, protocolo }: ExpectedSigner): SigningMoment {
  if (assinado === null) {
    return { instantes: [protocolo === null ? validoDe : new Date(protocolo)], isPosterior: false };
  }
  const emissao = new Date(assinado);
  const newerBy = validoDe.getTime() - emissao.getTime();
  if (newerBy > 0 && protocolo === null) return { instantes: [validoDe], isPosterior: true };
  const answered = protocolo !== null && isWithinDeadline(protocolo, assinado) ? new Date(protocolo) : null;
  if (answered !== null && newerBy > 0 && newerBy <= POSTERIOR_MAX_MS) {
    return { instantes: [answered], isPosterior: answered >= validoDe && newerBy > DAY_MS };
  }
  const isLater = answered !== null && answered > emissao;
  return { instantes: isLater ? [emissao, answered] : [emissao], isPosterior: false };
}

function judgeHolder(
  documento: string | null,
  expected: ExpectedSigner,
  { confianca: trust, findings }: { confianca: Trust; findings: Findings },
): void {
  if (documento === null) {
    findings.add("certificado-sem-documento");
    return;
  }
  if (isSameHolder(documento, expected.documento)) return;
  const { provedor } = expected;
  const code = provedor && judgeProvider(documento, provedor, trust);
  findings.add(code ?? "certificado-de-outro-documento", { detalhe: documento });
}

/** A company signs with a certificate of any branch; a person only with their own. */
function isSameHolder(documento: string, autor: string): boolean {
  if (documento.length !== autor.length) return false;
  return documento.length === 14 ? cnpjRoot(documento) === cnpjRoot(autor) : documento === autor;
}
