import * as z from "zod/mini";
import { NAME_MAX } from "../limits.ts";
import { acknowledged, listWith, login, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { requiredText } from "./rules.ts";

const BASE64URL = /^[A-Za-z0-9_-]+$/;
const bytes = (max: number) => z.string().check(z.maxLength(max), z.regex(BASE64URL, "campoBase64"));

/** Maximum lengths of an authenticator's response, in base64url characters; the id has at most 1 023
 * bytes. @source WebAuthn L3 §4 */
const ID_MAX = 1_364;
const CLIENT_DATA_MAX = 4_096;
const AUTH_DATA_MAX = 4_096;
const SIGNATURE_MAX = 1_400;
const ATTESTATION_MAX = 16_384;

/** An authenticator's response to a challenge, in base64url. */
export const passkeyProof = z.strictObject({
  id: bytes(ID_MAX),
  clientDataJSON: bytes(CLIENT_DATA_MAX),
  authenticatorData: bytes(AUTH_DATA_MAX),
  signature: bytes(SIGNATURE_MAX),
  userHandle: z.optional(z.nullable(bytes(100))),
});

/** An authenticator's response to the creation of a passkey, in base64url. */
const newPasskey = z.strictObject({
  id: bytes(ID_MAX),
  clientDataJSON: bytes(CLIENT_DATA_MAX),
  attestationObject: bytes(ATTESTATION_MAX),
  transports: z.optional(z.nullable(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10)))),
});

/** A passkey of the caller, without its key. */
export const passkeyWire = z.object({
  id: z.uuid(),
  nome: z.string(),
  criadaEm: instant,
  usadaEm: instant,
  /** Synchronized by the vendor, and so on several devices. */
  sincronizada: z.boolean(),
});

const credential = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.optional(z.array(z.string())),
});

/** PublicKeyCredentialRequestOptionsJSON. @source WebAuthn L3 §5.5 */
const proofOptions = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.optional(z.array(credential)),
  userVerification: z.literal("required"),
});

/** PublicKeyCredentialCreationOptionsJSON. @source WebAuthn L3 §5.4 */
const creationOptions = z.object({
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

const passkeyName = requiredText(NAME_MAX);
const noParams = z.strictObject({});

/** Passkeys (WebAuthn): a second factor, or a sign-in by itself within an identificador. */
export const passkeyMethods = {
  /** The caller's passkeys. `origem`: the only origin at which this installation accepts passkeys; null:
   * none. */
  "Passkey.getListPasskey": method({
    access: "signedIn",
    readOnly: true,
    person: true,
    params: noParams,
    result: listWith(
      passkeyWire,
      z.object({
        origem: z.nullable(z.string()),
        limite: z.int(),
        /** Whether a code of an authenticator is also required. */
        autenticador: z.boolean(),
      }),
    ),
  }),
  /** A challenge for a new passkey: {@link confirmPasskey} must respond within five minutes, once. */
  "Passkey.startPasskey": method({
    access: "signedIn",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: noParams,
    result: one(creationOptions),
  }),
  /** Stores a passkey. The first one, without an authenticator, returns recovery codes, shown only here,
   * and ends the other sessions. */
  "Passkey.confirmPasskey": method({
    access: "signedIn",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({ nome: passkeyName, resposta: newPasskey }),
    result: one(z.object({ id: z.uuid(), codigosReserva: z.array(z.string()) })),
  }),
  "Passkey.renamePasskey": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ id: z.uuid(), nome: passkeyName }),
    result: acknowledged,
  }),
  /** Removing the last one without an authenticator also needs a code or a passkey: it disables the second
   * factor. */
  "Passkey.removePasskey": method({
    access: "signedIn",
    readOnly: false,
    recente: "sempre",
    person: true,
    params: z.strictObject({
      id: z.uuid(),
      codigo: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
      passkey: z.optional(z.nullable(passkeyProof)),
    }),
    result: acknowledged,
  }),
  /** A challenge for a signed-in user; it lists the user's passkeys. */
  "Passkey.startProva": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: noParams,
    result: one(proofOptions),
  }),
  /** A challenge for signing in; it lists no passkeys, so it reveals nothing about users. */
  "Passkey.startEntrada": method({
    access: "public",
    readOnly: false,
    params: noParams,
    result: one(proofOptions),
  }),
  /** Signs in with a passkey only, which has verified its user. */
  "Passkey.logar": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({ identificador: passkeyName, passkey: passkeyProof }),
    result: login,
  }),
} as const;
