import type { Db } from "../../db/index.ts";
import { planOutgoingEmail } from "../outgoing-email/outgoing-email.rows.ts";
import { revokeTokens } from "../usuario/link-token.rows.ts";
import { exemptSession, setPassword } from "../usuario/usuario-profile.rows.ts";

/**
 * A changed password. sessaoId: the session that changed it; null if it was set through an e-mailed
 * link.
 */
export type PasswordChange = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  senhaHash: string;
  sessaoId: string | null;
  now: Date;
};

/**
 * Stores a changed password, ends the other sessions and the open links, and notifies the user by
 * e-mail.
 */
export async function savePassword(db: Db, contaId: string, change: PasswordChange): Promise<void> {
  const { usuario, senhaHash, sessaoId, now } = change;
  const { id, nome, nomeUsuario, email } = usuario;
  if (sessaoId !== null) await exemptSession(db, sessaoId);
  await setPassword(db, contaId, { id, senhaHash, porLink: sessaoId === null });
  await revokeTokens(db, contaId, { usuarioId: id });
  await planOutgoingEmail(db, contaId, {
    modelo: "senha-trocada",
    ocasiao: `senha-trocada ${id} ${now.toISOString()}`,
    para: email,
    dados: { usuarioId: id, nome, nomeUsuario, quando: now, porLink: sessaoId === null },
    now,
  });
}
