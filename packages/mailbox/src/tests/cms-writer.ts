const SIGNED_DATA = "2a864886f70d010702";
const ENVELOPED_DATA = "2a864886f70d010703";
const DATA = "2a864886f70d010701";
const END = Buffer.from([0, 0]);

/**
 * Writes the structure of a signed file in DER, without a signature: the reader verifies none.
 * @source RFC 5652 §5.1
 */
export function writeSigned(contents: Buffer | null): Buffer {
  const octets = contents === null ? [] : [tlv(0xa0, tlv(0x04, contents))];
  return wrap(
    SIGNED_DATA,
    tlv(0x30, tlv(0x02, Buffer.from([1])), tlv(0x31), tlv(0x30, oid(DATA), ...octets), tlv(0x31)),
  );
}

/** The same with indefinite lengths and segmented content, as streaming programs write it. */
export function writeSignedBer(pieces: readonly Buffer[]): Buffer {
  const octets = open(0x24, ...pieces.map((piece) => tlv(0x04, piece)));
  const encap = open(0x30, oid(DATA), open(0xa0, octets));
  return open(
    0x30,
    oid(SIGNED_DATA),
    open(0xa0, open(0x30, tlv(0x02, Buffer.from([1])), tlv(0x31), encap, tlv(0x31))),
  );
}

export function writeEncrypted(): Buffer {
  return wrap(ENVELOPED_DATA, tlv(0x30, tlv(0x02, Buffer.from([0])), tlv(0x31)));
}

export function writePem(der: Buffer): Buffer {
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n");
  return Buffer.from(`-----BEGIN PKCS7-----\n${lines}\n-----END PKCS7-----\n`);
}

function wrap(tipo: string, inside: Buffer): Buffer {
  return tlv(0x30, oid(tipo), tlv(0xa0, inside));
}

function oid(hex: string): Buffer {
  return tlv(0x06, Buffer.from(hex, "hex"));
}

function tlv(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : Buffer.from([0x83, body.length >> 16, (body.length >> 8) & 255, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
}

function open(tag: number, ...parts: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([tag, 0x80]), ...parts, END]);
}
