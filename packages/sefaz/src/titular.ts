import type { X509Certificate } from "node:crypto";
import { isCnpj, isCpf } from "@malote/syntax";
import forge from "node-forge";

/**
 * Whose certificate it is: the subject's CN without the number that ICP-Brasil writes after it, and
 * the CNPJ; of an e-CPF the CPF.
 */
export type Titular = { titular: string; cnpj: string | null };

type Asn1 = forge.asn1.Asn1;

const SUBJECT_ALT_NAME = "2.5.29.17";
const OID_CNPJ = "2.16.76.1.3.3";
const NUMERO_NO_CN = /:([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/;

/**
 * Reads the holder; the CNPJ is that of the otherName, else the one after the colon of the CN,
 * where an e-CPF has its CPF.
 * @source DOC-ICP-04, 2.16.76.1.3.3: CNPJ of the holder, 14 characters, letters too since NT
 * Conjunta DF-e 2025.001
 */
export function readTitular(certificado: X509Certificate): Titular {
  const cn = commonNameOf(certificado);
  const numero = NUMERO_NO_CN.exec(cn)?.[1] ?? "";
  const candidatos = [...cnpjsInAltName(certificado), numero];
  return {
    titular: cn.replace(NUMERO_NO_CN, ""),
    cnpj: candidatos.find(isCnpj) ?? candidatos.find(isCpf) ?? null,
  };
}

// `subject` is text to show, with escapes; the legacy object has the values themselves, a list when the name repeats.
function commonNameOf(certificado: X509Certificate): string {
  const cn: unknown = certificado.toLegacyObject().subject.CN;
  return String(Array.isArray(cn) ? cn.at(-1) : (cn ?? ""));
}

// Node prints an otherName as "<unsupported>".
function cnpjsInAltName(certificado: X509Certificate): string[] {
  const { extensions } = forge.pki.certificateFromPem(certificado.toString());
  const extensao: unknown = extensions.find((e: { id: string }) => e.id === SUBJECT_ALT_NAME)?.value;
  if (typeof extensao !== "string") return [];
  return childrenOf(forge.asn1.fromDer(extensao)).flatMap((nome) => {
    const [oid, valor] = childrenOf(nome);
    const ehCnpj = oid?.type === forge.asn1.Type.OID && forge.asn1.derToOid(oid.value as string) === OID_CNPJ;
    return ehCnpj && valor ? [innermostText(valor).trim().toUpperCase()] : [];
  });
}

function childrenOf(no: Asn1): Asn1[] {
  return Array.isArray(no.value) ? no.value : [];
}

function innermostText(no: Asn1): string {
  if (typeof no.value === "string") return no.value;
  return no.value[0] ? innermostText(no.value[0]) : "";
}
