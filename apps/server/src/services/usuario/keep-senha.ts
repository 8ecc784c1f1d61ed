import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { revokeTokens } from "./token.rows.ts";
import { keepSessao, setSenha } from "./usuario-cadastro.rows.ts";

/**
 * A changed password. sessaoId: the session that changed it; null if it was set through an e-mailed
 * link.
 */
export type SenhaTrocada = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  senhaHash: string;
  sessaoId: string | null;
  agora: Date;
};

/**
 * Stores a changed password, ends the other sessions and the open links, and notifies the user by
 * e-mail.
 */
export async function keepSenha(sql: Sql, contaId: string, trocada: SenhaTrocada): Promise<void> {
  const { usuario, senhaHash, sessaoId, agora } = trocada;
  const { id, nome, nomeUsuario, email } = usuario;
  if (sessaoId !== null) await keepSessao(sql, sessaoId);
  await setSenha(sql, contaId, { id, senhaHash, porLink: sessaoId === null });
  await revokeTokens(sql, contaId, { usuarioId: id });
  await planEnvio(sql, contaId, {
    modelo: "senha-trocada",
    ocasiao: `senha-trocada ${id} ${agora.toISOString()}`,
    para: email,
    dados: { usuarioId: id, nome, nomeUsuario, quando: agora, porLink: sessaoId === null },
    agora,
  });
}
