import * as z from "zod/mini";
import { newPassword } from "../services/rules.ts";

/** A new password and its confirmation, which must be equal (spec §5). */
export const confirmedPassword = z.object({ senha: newPassword, confirmacao: z.string() }).check(
  z.refine(({ senha, confirmacao }) => senha === confirmacao, {
    error: "senhasDiferentes",
    path: ["confirmacao"],
  }),
);
