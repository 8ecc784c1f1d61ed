import { generateKeyPairSync, type KeyObject, sign, X509Certificate } from "node:crypto";
import { DAY_MS } from "@malote/syntax";

/** An invented certificate and its key, both PEM. */
export type TestCertificate = { key: string; cert: string };

/** The SHA-256 fingerprint, in the form that users see. */
export function fingerprintOf({ cert }: TestCertificate): string {
  return new X509Certificate(cert).fingerprint256;
}

/** The issuer; null for a self-signed certificate. */
export type Issuer = { nome: string; key: string } | null;

const OID_CN = "550403";
const OID_ECDSA_SHA256 = "2a8648ce3d040302";
const OID_BASIC_CONSTRAINTS = "551d13";
const OID_SUBJECT_ALT_NAME = "551d11";

function der(tag: number, ...content: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    content.map((item) => (typeof item === "string" ? Buffer.from(item, "hex") : item)),
  );
  const length =
    body.length < 0x80 ? Buffer.of(body.length) : Buffer.of(0x82, body.length >> 8, body.length & 0xff);
  return Buffer.concat([Buffer.of(tag), length, body]);
}

const seq = (...content: readonly (Buffer | string)[]): Buffer => der(0x30, ...content);
const oid = (hex: string): Buffer => der(0x06, hex);
const name = (cn: string): Buffer => seq(der(0x31, seq(oid(OID_CN), der(0x0c, Buffer.from(cn)))));
const time = (at: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, "").slice(0, 14)}Z`));
const algorithm = seq(oid(OID_ECDSA_SHA256));

function extensions(ca: boolean, dns: string): Buffer {
  const basic = seq(oid(OID_BASIC_CONSTRAINTS), "0101ff", der(0x04, ca ? seq("0101ff") : seq()));
  const names = seq(oid(OID_SUBJECT_ALT_NAME), der(0x04, seq(der(0x82, Buffer.from(dns)))));
  return der(0xa3, seq(basic, names));
}

/**
 * Creates an X.509 v3 certificate (P-256) for one DNS name: valid, expired or not yet valid.
 * @source RFC 5280 §4.1
 */
export function createCertificate(
  target: { dns: string; ca?: boolean; vencido?: boolean; futuro?: boolean },
  emissor: Issuer,
): TestCertificate {
  const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const until =
    Date.now() + (target.vencido === true ? -DAY_MS : target.futuro === true ? 3 * DAY_MS : DAY_MS);
  const body = seq(
    "a003020102",
    der(0x02, Buffer.of(1 + Math.floor(Math.random() * 126))),
    algorithm,
    name(emissor?.nome ?? target.dns),
    seq(time(until - 2 * DAY_MS), time(until)),
    name(target.dns),
    pair.publicKey.export({ type: "spki", format: "der" }),
    extensions(target.ca === true, target.dns),
  );
  const signer: KeyObject | string = emissor?.key ?? pair.privateKey;
  const signature = sign("sha256", body, signer);
  const certificate = seq(body, algorithm, der(0x03, "00", signature));
  const lines = certificate
    .toString("base64")
    .match(/.{1,64}/g)
    ?.join("\n");
  return {
    key: pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
