import * as z from "zod/mini";
import { FILTER_TEXT_MAX, PASSWORD_MAX } from "../limits.ts";
import { acknowledged, list, login, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { passkeyProof } from "./passkey.ts";

const isFilled = (text: string): boolean => text.trim() !== "";

// A blank field is a rule of spec §5: the message is the key of its sentence.
const nameText = z.string().check(z.maxLength(FILTER_TEXT_MAX), z.refine(isFilled, "textoEmBranco"));

const passwordText = z.string().check(
  z.maxLength(PASSWORD_MAX),
  z.refine((text) => text !== "", "textoEmBranco"),
);

/** Six digits of the authenticator, or a recovery code. */
const codeText = z.string().check(z.maxLength(40), z.refine(isFilled, "textoEmBranco"));

/** The proofs of identity of a signed-in user; `passkey` responds to Passkey.startProva. */
const provas = {
  senha: z.optional(z.nullable(passwordText)),
  codigo: z.optional(z.nullable(codeText)),
  passkey: z.optional(z.nullable(passkeyProof)),
};

const isOneProof = (proofList: object): boolean =>
  Object.values(proofList).filter((proof) => proof !== null && proof !== undefined).length === 1;

/** An active session. */
export const sessionWire = z.object({
  id: z.uuid(),
  /** The browser's user agent. */
  origem: z.nullable(z.string()),
  criadaEm: instant,
  usadaEm: instant,
  expiraEm: instant,
  /** Whether it is the caller's session. */
  atual: z.boolean(),
});

/** Sign-in and sign-out; the caller's sessions; the second factor; reauthentication. */
export const authMethods = {
  "Auth.logar": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      identificador: nameText,
      nomeUsuario: nameText,
      senha: passwordText,
      /** Required after a correct name and password, if the user has a second factor. */
      codigo: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
      /** Instead of a code, if the user has a passkey: the response to Passkey.startEntrada. */
      passkey: z.optional(z.nullable(passkeyProof)),
    }),
    result: login,
  }),
  /** A new token for a new tab, from the file cookie; same-origin only. */
  "Auth.retomar": method({ access: "public", readOnly: false, params: z.strictObject({}), result: login }),
  "Auth.sair": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({}),
    result: acknowledged,
  }),
  "Auth.getListSessao": method({
    access: "signedIn",
    readOnly: true,
    person: true,
    params: z.strictObject({}),
    result: list(sessionWire),
  }),
  /** Ends one of the caller's sessions. */
  "Auth.endSessao": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
  /** Ends the caller's other sessions. */
  "Auth.endOutrasSessoes": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({}),
    result: one(z.object({ encerradas: z.int() })),
  }),
  /** Creates a secret for an authenticator; it is active only after {@link activateSecondFactor}. `qrSvg`
   * is an SVG of `uri`. */
  "Auth.startSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ senha: passwordText }),
    result: one(z.object({ segredo: z.string(), uri: z.string(), qrSvg: z.string() })),
  }),
  /** Enables the second factor and ends the other sessions; the recovery codes are shown only here. */
  "Auth.confirmSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ codigo: codeText }),
    result: one(z.object({ codigosReserva: z.array(z.string()) })),
  }),
  /** `senha` is needed if the sign-in is older than {@link RECENT_SIGN_IN_MS}; `codigo` or `passkey` once the
   * second factor is on. */
  "Auth.removeSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    recente: "conforme",
    person: true,
    params: z.strictObject(provas),
    result: acknowledged,
  }),
  /** Proves the caller's identity again, by one of the three; the session then counts as recent. */
  "Auth.reautenticar": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject(provas).check(z.refine(isOneProof, "reautenticacaoUmaProva")),
    result: acknowledged,
  }),
} as const;
