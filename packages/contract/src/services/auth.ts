import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX, SENHA_MAX } from "../limits.ts";
import { acknowledged, login, method } from "../method.ts";

const nome = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));

/** Sign-in and its end. */
export const authMethods = {
  "Auth.logar": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      identificador: nome,
      nomeUsuario: nome,
      senha: z.string().check(z.maxLength(SENHA_MAX)),
    }),
    result: login,
  }),
  /** A new token for a new tab, from the file cookie; same-origin only (architecture §5). */
  "Auth.retomar": method({ access: "public", readOnly: false, params: z.strictObject({}), result: login }),
  "Auth.sair": method({
    access: "signedIn",
    readOnly: false,
    params: z.strictObject({}),
    result: acknowledged,
  }),
} as const;
