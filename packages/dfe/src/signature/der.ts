/** One DER value: its tag byte and its contents. */
export type DerValue = { tag: number; content: Buffer };

export const DER = { integer: 0x02, oid: 0x06, sequence: 0x30, context0: 0xa0, context3: 0xa3 } as const;

const LENGTH_BYTES_MAX = 4;

/** The consecutive values in DER bytes.   @throws RangeError when a length does not fit */
export function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { length, from } = readLength(bytes, at + 1);
    if (from + length > bytes.length) throw new RangeError("DER value longer than its container");
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(from, from + length) });
    at = from + length;
  }
  return values;
}

function readLength(bytes: Buffer, at: number): { length: number; from: number } {
  const first = bytes[at];
  if (first === undefined) throw new RangeError("DER value without length");
  if (first < 0x80) return { length: first, from: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > LENGTH_BYTES_MAX || at + count >= bytes.length)
    throw new RangeError("DER length");
  const length = bytes.readUIntBE(at + 1, count);
  // DER allows only the shortest length: another form is BER, which a second reader might read differently.
  if (length < 0x80 || length < 2 ** (8 * (count - 1))) throw new RangeError("BER length");
  return { length, from: at + 1 + count };
}

/** An object identifier in dotted form ("2.16.76.1.3.3").   @source X.690 §8.19 */
export function readOid(content: Buffer): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  const [first = 0, ...rest] = arcs;
  const root = Math.min(2, Math.floor(first / 40));
  return [root, first - root * 40, ...rest].join(".");
}
