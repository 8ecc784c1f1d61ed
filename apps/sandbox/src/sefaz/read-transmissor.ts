/**
 * DER of the OIDs that hold the holder's number in an ICP-Brasil certificate.
 * @source DOC-ICP-04, 7.1.2.3
 */
const OID_CNPJ = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x03]);
const OID_TITULAR_PF = Buffer.from([0x06, 0x05, 0x60, 0x4c, 0x01, 0x03, 0x01]);
const CONTEXT_0 = 0xa0;
const CPF_OFFSET = 8;

/**
 * Reads the CNPJ (e-CNPJ) or CPF (e-CPF) from the subjectAltName; null when it holds neither.
 * @param der the certificate as received over TLS
 */
export function readTransmissor(der: Buffer): string | null {
  const cnpj = readOtherName(der, OID_CNPJ);
  if (cnpj && /^[0-9A-Z]{12}[0-9]{2}$/.test(cnpj)) return cnpj;
  const pessoa = readOtherName(der, OID_TITULAR_PF);
  const cpf = pessoa?.slice(CPF_OFFSET, CPF_OFFSET + 11) ?? "";
  return /^[0-9]{11}$/.test(cpf) ? cpf : null;
}

/**
 * Reads the string after an OID: [0] EXPLICIT around any string type. All lengths here are below
 * 128.
 */
function readOtherName(der: Buffer, oid: Buffer): string | null {
  const at = der.indexOf(oid);
  const wrapper = at + oid.length;
  if (at < 0 || der[wrapper] !== CONTEXT_0) return null;
  const length = der[wrapper + 3] ?? 0;
  if (length >= 0x80 || length + 2 !== der[wrapper + 1]) return null;
  return der.subarray(wrapper + 4, wrapper + 4 + length).toString("latin1");
}
