import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { isCommonPassword, isPersonalPassword } from "../../secrets/common-password.ts";
import { findNamesForPassword } from "../usuario/usuario.rows.ts";

/** A new password, its user, and the form field in which it was typed. */
type ChosenPassword = { contaId: string; usuarioId: string; senha: string; campo: string };

/**
 * Refuses a new password that is common, was breached, or is made of names related to its user.
 * @throws {Refusal} senhaComum, senhaPessoal
 */
export async function refuseWeakPassword(
  { database }: Pick<AppContext, "database">,
  { contaId, usuarioId, senha, campo }: ChosenPassword,
): Promise<void> {
  if (isCommonPassword(senha)) throw new Refusal("senhaComum", { campo });
  const nomes = await database.withConta(contaId, (db) => findNamesForPassword(db, contaId, usuarioId));
  if (isPersonalPassword(senha, nomes)) throw new Refusal("senhaPessoal", { campo });
}
