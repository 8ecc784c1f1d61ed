import * as z from "zod/mini";
import { senhaNova } from "../services/regras.ts";

/** A new password and its confirmation, which must be equal (spec §5). */
export const senhaConfirmada = z.object({ senha: senhaNova, confirmacao: z.string() }).check(
  z.refine(({ senha, confirmacao }) => senha === confirmacao, {
    error: "senhasDiferentes",
    path: ["confirmacao"],
  }),
);
