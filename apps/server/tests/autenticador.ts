import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A software authenticator: makes ES256 keys, keeps them, and answers challenges as WebAuthn
 * requires. */
export type Autenticador = {
  create(opcoes: OpcoesNova, o?: Desvio): Nova;
  get(opcoes: OpcoesProva, o?: Desvio & { contador?: number; id?: string }): Prova;
};

/** What a test may change from what an honest browser at the right address sends. */
export type Desvio = { origem?: string; rpId?: string; verificado?: boolean; challenge?: string };
type OpcoesNova = { challenge: string; rp: { id: string }; user: { id: string } };
type OpcoesProva = { challenge: string; rpId: string };
export type Nova = { id: string; clientDataJSON: string; attestationObject: string; transports: string[] };
export type Prova = {
  id: string;
  clientDataJSON: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
};

type Chave = { privada: KeyObject; userHandle: string; contador: number };

/** Bits of the flags byte. @source WebAuthn L3 §6.1 */
const PRESENTE = 0x01;
const VERIFICADO = 0x04;
const COM_CREDENCIAL = 0x40;

export function createAutenticador(origem: string): Autenticador {
  const chaves = new Map<string, Chave>();
  const clientData = (type: string, challenge: string, o: Desvio): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: o.challenge ?? challenge,
        origin: o.origem ?? origem,
        crossOrigin: false,
      }),
    );
  const flagsOf = ({ verificado = true }: Desvio, extra = 0): number =>
    PRESENTE | (verificado ? VERIFICADO : 0) | extra;
  return {
    create({ challenge, rp, user }, o = {}) {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const id = randomBytes(32);
      chaves.set(id.toString("base64url"), { privada: privateKey, userHandle: user.id, contador: 0 });
      const credencial = Buffer.concat([Buffer.alloc(16), uint16(id.length), id, coseOf(publicKey)]);
      const authData = Buffer.concat([headOf(o.rpId ?? rp.id, flagsOf(o, COM_CREDENCIAL), 0), credencial]);
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
      const id = o.id ?? [...chaves.keys()].at(-1) ?? "";
      const chave = chaves.get(id);
      if (chave === undefined) throw new Error("the authenticator has no such key");
      chave.contador = o.contador ?? chave.contador + 1;
      const data = clientData("webauthn.get", challenge, o);
      const authData = headOf(o.rpId ?? rpId, flagsOf(o), chave.contador);
      const signed = Buffer.concat([authData, createHash("sha256").update(data).digest()]);
      return {
        id,
        clientDataJSON: data.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, chave.privada).toString("base64url"),
        userHandle: chave.userHandle,
      };
    },
  };
}

/** SHA-256 of the relying party, flags, counter. @source WebAuthn L3 §6.1 */
function headOf(rpId: string, flags: number, contador: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags, 0);
  tail.writeUInt32BE(contador, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), tail]);
}

/** {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}. @source RFC 9053 §7.1.1 */
function coseOf(publica: KeyObject): Buffer {
  const { x = "", y = "" } = publica.export({ format: "jwk" });
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
