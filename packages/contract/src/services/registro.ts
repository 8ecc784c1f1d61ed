import * as z from "zod/mini";
import { FILTER_TEXT_MAX } from "../limits.ts";
import { list, method, one } from "../method.ts";
import { page } from "../page.ts";
import { instant } from "../wire.ts";
import { diaParam } from "../wire-dates.ts";

/** An audited act. `acao` is a code, `texto` its sentence; `usuario` is the actor, or the product itself. */
export const registroWire = z.object({
  id: z.uuid(),
  ordem: z.int(),
  quando: instant,
  usuario: z.string(),
  acao: z.string(),
  texto: z.string(),
  detalhe: z.nullable(z.string()),
});

/** The audit log of the conta: written once, never changed. */
export const registroMethods = {
  "Registro.getListRegistro": method({
    access: "manager",
    readOnly: true,
    params: z.strictObject({
      searchFilter: z.optional(
        z.nullable(
          z.partial(
            z.strictObject({
              texto: z.string().check(z.maxLength(FILTER_TEXT_MAX)),
              usuarioId: z.uuid(),
              acao: z.string().check(z.maxLength(FILTER_TEXT_MAX)),
              quandoDe: diaParam,
              quandoAte: diaParam,
            }),
          ),
        ),
      ),
      ...page,
    }),
    result: list(registroWire),
  }),
  /** Verifies the chain from its first link; `quebradoEm` is the number of the first act that was altered. */
  "Registro.verifyRegistro": method({
    access: "manager",
    readOnly: true,
    params: z.strictObject({}),
    result: one(z.object({ integro: z.boolean(), conferidos: z.int(), quebradoEm: z.nullable(z.int()) })),
  }),
} as const;
