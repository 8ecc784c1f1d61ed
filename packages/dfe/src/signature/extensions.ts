import { DER, type DerValue, readDer, readOid } from "./der.ts";

const BASIC_CONSTRAINTS = "2.5.29.19";

/** The values of one extension of a certificate; null when absent. A repeated extension is invalid.
 * @throws RangeError for invalid DER   @source RFC 5280 §4.2 */
export function extensionOf(der: Buffer, name: string): DerValue[] | null {
  const [extension, second] = extensionsOf(der).filter(({ content }) => {
    const [oid] = readDer(content);
    return oid?.tag === DER.oid && readOid(oid.content) === name;
  });
  if (second) throw new RangeError(`extension ${name} twice`);
  const octets = extension && readDer(extension.content).at(-1);
  return octets ? readDer(octets.content) : null;
}

/** Maximum authorities between this one and the signer; null for no limit.   @source RFC 5280 §4.2.1.9 */
export function pathLengthOf(der: Buffer): number | null {
  const [constraints] = extensionOf(der, BASIC_CONSTRAINTS) ?? [];
  const limit = constraints && readDer(constraints.content).find(({ tag }) => tag === DER.integer);
  if (!limit) return null;
  return limit.content.length === 1 ? (limit.content[0] ?? 0) : null;
}

const KEY_USAGE = "2.5.29.15";
const BIT_STRING = 0x03;
const DIGITAL_SIGNATURE = 0x80;
const NON_REPUDIATION = 0x40;

/** Says whether the holder may sign documents: without a keyUsage, everything is allowed.
 * @throws RangeError for invalid DER   @source RFC 5280 §4.2.1.3 */
export function allowsSigning(der: Buffer): boolean {
  const usage = extensionOf(der, KEY_USAGE);
  if (usage === null) return true;
  const [bits] = usage;
  if (bits?.tag !== BIT_STRING) return false;
  return ((bits.content[1] ?? 0) & (DIGITAL_SIGNATURE | NON_REPUDIATION)) !== 0;
}

function extensionsOf(der: Buffer): DerValue[] {
  const [certificate] = readDer(der);
  const [tbs] = certificate ? readDer(certificate.content) : [];
  const wrapper = tbs ? readDer(tbs.content).find((each) => each.tag === DER.context3) : undefined;
  const [list] = wrapper ? readDer(wrapper.content) : [];
  return list ? readDer(list.content).filter((each) => each.tag === DER.sequence) : [];
}
