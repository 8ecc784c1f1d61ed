import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX, SENHA_MAX } from "../limits.ts";
import { acknowledged, list, login, method, one } from "../method.ts";
import { instant } from "../wire.ts";
import { passkeyProva } from "./passkey.ts";

const isFilled = (text: string): boolean => text.trim() !== "";

// A blank field is a rule of spec §5: its message is the key of the sentence.
const nome = z.string().check(z.maxLength(FILTRO_TEXTO_MAX), z.refine(isFilled, "textoEmBranco"));

const senha = z.string().check(
  z.maxLength(SENHA_MAX),
  z.refine((text) => text !== "", "textoEmBranco"),
);

/** Six digits of the authenticator, or a reserve code. */
const codigo = z.string().check(z.maxLength(40), z.refine(isFilled, "textoEmBranco"));

/** What a signed-in user proves who they are by; `passkey` answers Passkey.startProva. */
const provas = {
  senha: z.optional(z.nullable(senha)),
  codigo: z.optional(z.nullable(codigo)),
  passkey: z.optional(z.nullable(passkeyProva)),
};

const isOneProva = (provas: object): boolean =>
  Object.values(provas).filter((prova) => prova !== null && prova !== undefined).length === 1;

/** One sign-in that has not ended. */
export const sessaoWire = z.object({
  id: z.uuid(),
  /** The browser, as it calls itself. */
  origem: z.nullable(z.string()),
  criadaEm: instant,
  usadaEm: instant,
  expiraEm: instant,
  /** The one that asks. */
  atual: z.boolean(),
});

/** Sign-in and its end; one's own sessions; the second factor; a recent proof of who calls. */
export const authMethods = {
  "Auth.logar": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      identificador: nome,
      nomeUsuario: nome,
      senha,
      /** Asked for, once name and password are right, of who turned the second factor on. */
      codigo: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
      /** Instead of a code, of who has a passkey: the answer to Passkey.startEntrada. */
      passkey: z.optional(z.nullable(passkeyProva)),
    }),
    result: login,
  }),
  /** A new token for a new tab, from the file cookie; same-origin only (architecture §5). */
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
    result: list(sessaoWire),
  }),
  /** Ends one of the caller's own sessions. */
  "Auth.endSessao": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ id: z.uuid() }),
    result: acknowledged,
  }),
  /** Ends all of them but this one. */
  "Auth.endOutrasSessoes": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({}),
    result: one(z.object({ encerradas: z.int() })),
  }),
  /** A secret for an authenticator: it counts only after {@link confirmSegundoFator}. `qrSvg` is an SVG of `uri`. */
  "Auth.startSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ senha }),
    result: one(z.object({ segredo: z.string(), uri: z.string(), qrSvg: z.string() })),
  }),
  /** Turns the second factor on and ends the other sessions; the reserve codes are shown this once. */
  "Auth.confirmSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ codigo }),
    result: one(z.object({ codigosReserva: z.array(z.string()) })),
  }),
  /** `senha` is needed when the sign-in is older than {@link RECENTE_MS}; `codigo` or `passkey` once the second factor is on. */
  "Auth.removeSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    recente: "conforme",
    person: true,
    params: z.strictObject(provas),
    result: acknowledged,
  }),
  /** Proves again who the caller is, by one of the three; the session counts as recent from now on. */
  "Auth.reautenticar": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject(provas).check(z.refine(isOneProva, "reautenticacaoUmaProva")),
    result: acknowledged,
  }),
} as const;
