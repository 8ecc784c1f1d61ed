import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A software authenticator: makes ES256 keys, keeps them, and answers challenges as WebAuthn
 * requires. */
export type Authenticator = {
  create(options: CreationOptions, o?: Deviation): NewCredential;
  get(options: RequestOptions, o?: Deviation & { counter?: number; id?: string }): Assertion;
};

/** What a test may change from what an honest browser at the right address sends. */
export type Deviation = { origem?: string; rpId?: string; verificado?: boolean; challenge?: string };
type CreationOptions = { challenge: string; rp: { id: string }; user: { id: string } };
type RequestOptions = { challenge: string; rpId: string };
export type NewCredential = {
  id: string;
  clientDataJSON: string;
  attestationObject: string;
  transports: string[];
};
export type Assertion = {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
};

type CredentialKey = { privateKey: KeyObject; userHandle: string; counter: number };

/** Bits of the flags byte. @source WebAuthn L3 §6.1 */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function createAuthenticator(origin: string): Authenticator {
  const keys = new Map<string, CredentialKey>();
  const clientData = (type: string, challenge: string, o: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: o.challenge ?? challenge,
        origin: o.origem ?? origin,
        crossOrigin: false,
      }),
    );
  const flagsOf = ({ verificado = true }: Deviation, extra = 0): number =>
    USER_PRESENT | (verificado ? USER_VERIFIED : 0) | extra;
  return {
    create({ challenge, rp, user }, o = {}) {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      keys.set(id.toString("base64url"), { privateKey: privateKey, userHandle: user.id, counter: 0 });
      const credential = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseOf(publicKey)]);
      const authData = Buffer.concat([headOf(o.rpId ?? rp.id, flagsOf(o, HAS_CREDENTIAL), 0), credential]);
      const attestation = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      return {
        id: id.toString("base64url"),
        clientDataJSON: clientData("webauthn.create", challenge, o).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      };
    },
    get({ challenge, rpId }, o = {}) {
      const id = o.id ?? [...keys.keys()].at(-1) ?? "";
      const storedKey = keys.get(id);
      if (storedKey === undefined) throw new Error("the authenticator has no such key");
      storedKey.counter = o.counter ?? storedKey.counter + 1;
      const data = clientData("webauthn.get", challenge, o);
      const authData = headOf(o.rpId ?? rpId, flagsOf(o), storedKey.counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      return {
        id,
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, storedKey.privateKey).toString("base64url"),
        userHandle: storedKey.userHandle,
      };
    },
  };
}

/** SHA-256 of the relying party, flags, counter. @source WebAuthn L3 §6.1 */
function headOf(rpId: string, flags: number, counter: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), tail]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. @source RFC 9053 §7.1.1 */
function coseOf(publicKeyObject: KeyObject): Buffer {
  const { x = "", y = "" } = publicKeyObject.export({ format: "jwk" });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
    [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
  ]);
}

function uint16(n: number): Buffer {
  const out = Buffer.alloc(2);
  out.writeUInt16BE(n);
  return out;
}

/** The head of a CBOR item: its major type and a number. @source RFC 8949 §3 */
function cborHead(major: number, n: number): Buffer {
  const type = major << 5;
  if (n < 24) return Buffer.from([type | n]);
  if (n < 256) return Buffer.from([type | 24, n]);
  return Buffer.concat([Buffer.from([type | 25]), uint16(n)]);
}

const cborInt = (n: number): Buffer => (n < 0 ? cborHead(1, -1 - n) : cborHead(0, n));
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes]);
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)]);
const cborMap = (entries: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
