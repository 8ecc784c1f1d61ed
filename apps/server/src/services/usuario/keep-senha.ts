import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import { revokeTokens } from "./token.rows.ts";
import { keepSessao, setSenha } from "./usuario-cadastro.rows.ts";

/** Another password of somebody. sessaoId: where they changed it themselves; null = behind the link of a letter. */
export type SenhaTrocada = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  senhaHash: string;
  sessaoId: string | null;
  agora: Date;
};

/** Keeps another password: the other sessions end, links that wait end, and a letter says so. */
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
