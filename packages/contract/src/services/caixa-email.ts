import * as z from "zod/mini";
import { FILTRO_TEXTO_MAX } from "../limits.ts";
import { list, method, one } from "../method.ts";
import { instant } from "../wire.ts";

const texto = z.string().check(z.maxLength(FILTRO_TEXTO_MAX));
const obrigatorio = z.string().check(
  z.maxLength(FILTRO_TEXTO_MAX),
  z.refine((text) => text.trim() !== "", "textoEmBranco"),
);

/** A mailbox as the screens see it; never its password. */
export const caixaWire = z.object({
  id: z.uuid(),
  tipo: z.enum(["pop3", "spop3"]),
  usuario: z.string(),
  descricao: z.string(),
  servidor: z.string(),
  porta: z.nullable(z.int()),
  estado: z.enum(["aguardando", "coletando", "erro"]),
  ultimaColeta: instant,
  proximaColeta: instant,
  ultimoErro: z.nullable(z.string()),
  ultimoErroEm: instant,
});

export const caixaEmailMethods = {
  "CaixaEmail.getListCaixaEmail": method({
    access: "signedIn",
    readOnly: true,
    params: z.strictObject({}),
    result: list(caixaWire),
  }),
  "CaixaEmail.pingServidor": method({
    access: "manager",
    readOnly: false,
    params: z.strictObject({
      caixa: z.strictObject({
        /** Of a stored mailbox, whose password serves when `senha` is absent and server and user are unchanged. */
        id: z.optional(z.nullable(z.uuid())),
        tipo: z.enum(["pop3", "spop3"]),
        servidor: obrigatorio,
        porta: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(65_535)))),
        usuario: obrigatorio,
        senha: z.optional(z.nullable(texto)),
        descricao: z.optional(z.nullable(texto)),
      }),
    }),
    result: one(z.object({ ok: z.boolean(), mensagens: z.nullable(z.int()), falha: z.nullable(z.string()) })),
  }),
} as const;
