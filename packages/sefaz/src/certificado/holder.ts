import type { X509Certificate } from "node:crypto";
import { isCnpj, isCpf } from "@malote/syntax";
import forge from "node-forge";

/** The holder of a certificate: the CN of the subject without the number that ICP-Brasil appends, and the
 * CNPJ (of an e-CPF, the CPF). */
export type Holder = { titular: string; cnpj: string | null };

type Asn1 = forge.asn1.Asn1;

const SUBJECT_ALT_NAME = "2.5.29.17";
const OID_CNPJ = "2.16.76.1.3.3";
const NUMBER_IN_CN = /:([0-9A-Z]{12}[0-9]{2}|[0-9]{11})$/;

/** Reads the holder. The CNPJ comes from the otherName, else from the number after the colon in the CN; an
 * e-CPF has its CPF there.
 * @source DOC-ICP-04, 2.16.76.1.3.3: CNPJ of the holder, 14 characters, with letters since NT Conjunta
 * DF-e 2025.001 */
export function readHolder(certificado: X509Certificate): Holder {
  const cn = commonNameOf(certificado);
  const number = NUMBER_IN_CN.exec(cn)?.[1] ?? "";
  const candidates = [...cnpjsInAltName(certificado), number];
  return {
    titular: cn.replace(NUMBER_IN_CN, ""),
    cnpj: candidates.find(isCnpj) ?? candidates.find(isCpf) ?? null,
  };
}

// `subject` is escaped display text; the legacy object has the values themselves, as a list if the name
// repeats.
function commonNameOf(certificado: X509Certificate): string {
  const cn: unknown = certificado.toLegacyObject().subject.CN;
  return String(Array.isArray(cn) ? cn.at(-1) : (cn ?? ""));
}

// node-forge reads the otherName, because Node prints it as "<unsupported>".
function cnpjsInAltName(certificado: X509Certificate): string[] {
  const { extensions } = forge.pki.certificateFromPem(certificado.toString());
  const extension: unknown = extensions.find((e: { id: string }) => e.id === SUBJECT_ALT_NAME)?.value;
  if (typeof extension !== "string") return [];
  return childrenOf(forge.asn1.fromDer(extension)).flatMap((name) => {
    const [oid, value] = childrenOf(name);
    const isCnpjOid =
      oid?.type === forge.asn1.Type.OID && forge.asn1.derToOid(oid.value as string) === OID_CNPJ;
    return isCnpjOid && value ? [innermostText(value).trim().toUpperCase()] : [];
  });
}

function childrenOf(node: Asn1): Asn1[] {
  return Array.isArray(node.value) ? node.value : [];
}

function innermostText(node: Asn1): string {
  if (typeof node.value === "string") return node.value;
  return node.value[0] ? innermostText(node.value[0]) : "";
}
