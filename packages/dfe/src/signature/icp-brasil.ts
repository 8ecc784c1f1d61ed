import { DER, type DerValue, readDer, readOid } from "./der.ts";
import { extensionOf } from "./extensions.ts";

const SUBJECT_ALT_NAME = "2.5.29.17";
/** otherName of an e-CNPJ: the CNPJ, numeric or alphanumeric.   @source DOC-ICP-04 */
const OID_CNPJ = "2.16.76.1.3.3";
/** otherName of an e-CPF: birth date (8), CPF (11), NIS, RG and its issuer.   @source DOC-ICP-04 */
const OID_CPF = "2.16.76.1.3.1";
const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const CPF = /^[0-9]{11}$/;

/** The CNPJ or CPF in the otherNames of an ICP-Brasil certificate; null when
 * absent. Node prints these names as "<unsupported>": hence the DER parsing.
 * @throws RangeError for invalid DER */
export function documentoOfCertificado(der: Buffer): string | null {
  const names = otherNamesOf(der);
  const cnpj = names.get(OID_CNPJ)?.trim() ?? "";
  if (CNPJ.test(cnpj)) return cnpj;
  const cpf = names.get(OID_CPF)?.slice(8, 19) ?? "";
  return CPF.test(cpf) ? cpf : null;
}

function otherNamesOf(der: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  const names = extensionOf(der, SUBJECT_ALT_NAME)?.[0];
  for (const name of names ? readDer(names.content) : []) {
    if (name.tag === DER.context0) addOtherName(name, found);
  }
  return found;
}

/** otherName ::= [0] { type-id OID, value [0] EXPLICIT ANY
 * }: the value is an octet string or a character string. */
function addOtherName(name: DerValue, found: Map<string, string>): void {
  const [oid, wrapper] = readDer(name.content);
  if (!oid || oid.tag !== DER.oid || !wrapper) return;
  const [value] = readDer(wrapper.content);
  if (value) found.set(readOid(oid.content), value.content.toString("latin1"));
}
