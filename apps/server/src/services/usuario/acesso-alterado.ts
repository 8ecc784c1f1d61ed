import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import type { AcessoMudado } from "../envio/envio.rules.ts";
import { findResponsaveis } from "./responsaveis.rows.ts";

/**
 * A change of a user's means of access. usuario: whose access; quem: full name of the user who changed
 * it.
 */
export type AcessoAlterado = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  oQue: AcessoMudado;
  quem: string;
  agora: Date;
  /** The API token concerned. */
  token?: string;
};

/**
 * Queues e-mails about a change of access: to the user, and to the conta's owner and administrators.
 * Call it before `insertRegistros`.
 */
export async function planAcessoAlterado(
  sql: Sql,
  contaId: string,
  { usuario, oQue, quem, agora, token }: AcessoAlterado,
): Promise<void> {
  const { id, nome, nomeUsuario, email } = usuario;
  const responsaveis = await findResponsaveis(sql, contaId);
  const porEndereco = new Map([email, ...responsaveis].map((para) => [para.toLowerCase(), para]));
  for (const [at, para] of [...porEndereco.values()].entries()) {
    await planEnvio(sql, contaId, {
      modelo: "acesso-alterado",
      // A distinct key per recipient: deleting the user erases the addresses, and the rows must remain
      // distinct.
      ocasiao: `acesso-alterado ${oQue} ${id} ${agora.toISOString()} ${at}`,
      para,
      dados: { usuarioId: id, nome, nomeUsuario, oQue, quem, quando: agora, token },
      agora,
    });
  }
}
