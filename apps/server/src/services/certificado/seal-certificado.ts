import { X509Certificate } from "node:crypto";
import type { CertificadoWithoutKey } from "../../app-context.ts";
import { newId } from "../../db/index.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { NewCertificado } from "./certificado.rows.ts";
import type { CertificadoRow } from "./certificado.rules.ts";

/**
 * An opened certificate file: its bytes and password, empresa and sender. enviadoPor: null = no user.
 */
export type OpenedCertificadoFile = {
  empresaId: string;
  pfx: Uint8Array;
  senha: string;
  certificado: CertificadoWithoutKey;
  cadeia: CertificadoRow["cadeia"];
  enviadoPor: string | null;
};

/** Encrypts a certificate file; the fields that may be shown stay in clear. */
export function sealCertificado(
  secretBox: SecretBox,
  { empresaId, pfx, senha, certificado, cadeia: chain, enviadoPor }: OpenedCertificadoFile,
): NewCertificado {
  const id = newId();
  const content = JSON.stringify({ pfx: Buffer.from(pfx).toString("base64"), senha });
  const { titular, cnpj, validoDe, validoAte, certificadoPem } = certificado;
  const x509 = new X509Certificate(certificadoPem);
  return {
    id,
    empresaId,
    selado: secretBox.seal(content, { tabela: "certificado", coluna: "selado", id }),
    titular,
    cnpj,
    validoDe,
    validoAte,
    emissor: commonNameOf(x509),
    impressao: x509.fingerprint256,
    cadeia: chain,
    enviadoPor,
  };
}

// `issuer` is display text with escapes; the legacy object has the raw values, a list if the name
// repeats.
function commonNameOf(x509: X509Certificate): string | null {
  const cn: unknown = x509.toLegacyObject().issuer.CN;
  const last: unknown = Array.isArray(cn) ? cn.at(-1) : cn;
  return typeof last === "string" && last !== "" ? last : null;
}
