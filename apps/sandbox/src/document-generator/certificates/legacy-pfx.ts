import forge from "node-forge";

/** PKCS#12 of old issuers: certificates encrypted with RC2-40, which OpenSSL 3 cannot open. */

const OID_DATA = "1.2.840.113549.1.7.1";
const OID_ENCRYPTED_DATA = "1.2.840.113549.1.7.6";
const OID_PBE_RC2_40 = "1.2.840.113549.1.12.1.6";
const ITERATIONS = 2048;
const SALT_LENGTH = 8;
const RC2 = { bits: 40, key: 5, iv: 8 };
const MAC_KEY_LENGTH = 20;
/** Purpose of a derived key.   @source RFC 7292, B.3 */
const PURPOSE = { chave: 1, iv: 2, mac: 3 };

const { Class, Type, create, oidToDer, toDer, fromDer } = forge.asn1;

/** Encrypts the certificates of a PKCS#12 with RC2-40 and renews its MAC.
 * @param pfx as node-forge writes it: certificates unencrypted, key encrypted */
export function encryptRc2(pfx: forge.asn1.Asn1, senha: string): forge.asn1.Asn1 {
  const [version, authSafe] = partsOf(pfx);
  const [, content] = partsOf(authSafe);
  const [octets] = partsOf(content);
  const [certificates, key] = partsOf(fromDer(String(octets?.value)));
  const [, envelope] = partsOf(certificates);
  const [plainContents] = partsOf(envelope);
  if (!version || !plainContents) throw new TypeError("not a PKCS#12 of node-forge");
  const safeContents = toDer(
    sequence(encryptedData(String(plainContents.value), senha), ...(key ? [key] : [])),
  ).getBytes();
  const contentInfo = sequence(oid(OID_DATA), explicit(octetString(safeContents)));
  return sequence(version, contentInfo, macOf(safeContents, senha));
}

function encryptedData(plainContents: string, senha: string): forge.asn1.Asn1 {
  const salt = forge.random.getBytesSync(SALT_LENGTH);
  const cipher = forge.rc2.createEncryptionCipher(
    derive(senha, salt, { para: PURPOSE.chave, length: RC2.key }),
    RC2.bits,
  );
  cipher.start(derive(senha, salt, { para: PURPOSE.iv, length: RC2.iv }));
  cipher.update(forge.util.createBuffer(plainContents));
  cipher.finish();
  const algorithm = sequence(oid(OID_PBE_RC2_40), sequence(octetString(salt), integer(ITERATIONS)));
  const encrypted = create(Class.CONTEXT_SPECIFIC, 0, false, cipher.output.getBytes());
  const content = sequence(integer(0), sequence(oid(OID_DATA), algorithm, encrypted));
  return sequence(oid(OID_ENCRYPTED_DATA), explicit(content));
}

function macOf(safeContents: string, senha: string): forge.asn1.Asn1 {
  const salt = forge.random.getBytesSync(SALT_LENGTH);
  const hmac = forge.hmac.create();
  hmac.start(forge.md.sha1.create(), derive(senha, salt, { para: PURPOSE.mac, length: MAC_KEY_LENGTH }));
  hmac.update(safeContents);
  const algorithm = sequence(oid(forge.pki.oids.sha1 ?? ""), create(Class.UNIVERSAL, Type.NULL, false, ""));
  return sequence(
    sequence(algorithm, octetString(hmac.getMac().getBytes())),
    octetString(salt),
    integer(ITERATIONS),
  );
}

function derive(senha: string, salt: string, o: { para: number; length: number }): forge.util.ByteBuffer {
  return forge.pkcs12.generateKey(senha, forge.util.createBuffer(salt), o.para, ITERATIONS, o.length);
}

function partsOf(asn1: forge.asn1.Asn1 | undefined): (forge.asn1.Asn1 | undefined)[] {
  return Array.isArray(asn1?.value) ? (asn1.value as forge.asn1.Asn1[]) : [];
}

function sequence(...values: forge.asn1.Asn1[]): forge.asn1.Asn1 {
  return create(Class.UNIVERSAL, Type.SEQUENCE, true, values);
}

function explicit(value: forge.asn1.Asn1): forge.asn1.Asn1 {
  return create(Class.CONTEXT_SPECIFIC, 0, true, [value]);
}

function octetString(bytes: string): forge.asn1.Asn1 {
  return create(Class.UNIVERSAL, Type.OCTETSTRING, false, bytes);
}

function oid(text: string): forge.asn1.Asn1 {
  return create(Class.UNIVERSAL, Type.OID, false, oidToDer(text).getBytes());
}

function integer(value: number): forge.asn1.Asn1 {
  return create(Class.UNIVERSAL, Type.INTEGER, false, forge.asn1.integerToDer(value).getBytes());
}
