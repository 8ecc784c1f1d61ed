import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX, SENHA_MAX } from "../limits.ts";
import { acknowledged, login, method } from "../method.ts";

const isFilled = (text: string): boolean => text.trim() !== "";

// A blank field is a rule of spec §5: its message is the key of the sentence.
const nome = z.string().check(z.maxLength(FILTRO_TEXTO_MAX), z.refine(isFilled, "textoEmBranco"));

/** Sign-in and its end. */
export const authMethods = {
  "Auth.logar": method({
    access: "public",
    readOnly: false,
    params: z.strictObject({
      identificador: nome,
      nomeUsuario: nome,
      senha: z.string().check(
        z.maxLength(SENHA_MAX),
        z.refine((text) => text !== "", "textoEmBranco"),
      ),
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
