import type { AppContext } from "../../app-context.ts";
import { Refusal } from "../../errors.ts";
import { isSenhaComum, isSenhaPessoal } from "../../secrets/senha-comum.ts";
import { findNomesDaSenha } from "./usuario.rows.ts";

/** A new password, its user, and the form field in which it was typed. */
type Escolhida = { contaId: string; usuarioId: string; senha: string; campo: string };

/**
 * Refuses a new password that is common, was breached, or is made of names related to its user.
 * @throws {Refusal} senhaComum, senhaPessoal
 */
export async function refuseSenhaFacil(
  { database }: Pick<AppContext, "database">,
  { contaId, usuarioId, senha, campo }: Escolhida,
): Promise<void> {
  if (isSenhaComum(senha)) throw new Refusal("senhaComum", { campo });
  const nomes = await database.withContaSql(contaId, (sql) => findNomesDaSenha(sql, contaId, usuarioId));
  if (isSenhaPessoal(senha, nomes)) throw new Refusal("senhaPessoal", { campo });
}
