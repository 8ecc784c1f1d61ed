import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX, SENHA_MAX } from "../limits.ts";
import { acknowledged, list, login, method, one } from "../method.ts";
import { instant } from "../wire.ts";

const isFilled = (text: string): boolean => text.trim() !== "";

// A blank field is a rule of spec §5: its message is the key of the sentence.
const nome = z.string().check(z.maxLength(FILTRO_TEXTO_MAX), z.refine(isFilled, "textoEmBranco"));

const senha = z.string().check(
  z.maxLength(SENHA_MAX),
  z.refine((text) => text !== "", "textoEmBranco"),
);

/** Six digits of the authenticator, or a reserve code. */
const codigo = z.string().check(z.maxLength(40), z.refine(isFilled, "textoEmBranco"));

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

/** Sign-in and its end; one's own sessions; the second factor of owners and administrators. */
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
    access: "manager",
    readOnly: false,
    person: true,
    params: z.strictObject({ senha }),
    result: one(z.object({ segredo: z.string(), uri: z.string(), qrSvg: z.string() })),
  }),
  /** Turns the second factor on; the reserve codes are shown this once. */
  "Auth.confirmSegundoFator": method({
    access: "manager",
    readOnly: false,
    person: true,
    params: z.strictObject({ codigo }),
    result: one(z.object({ codigosReserva: z.array(z.string()) })),
  }),
  "Auth.removeSegundoFator": method({
    access: "signedIn",
    readOnly: false,
    person: true,
    params: z.strictObject({ senha }),
    result: acknowledged,
  }),
} as const;
