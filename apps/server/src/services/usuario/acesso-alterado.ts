import type { Sql } from "../../db/index.ts";
import { planEnvio } from "../envio/envio.rows.ts";
import type { AcessoMudado } from "../envio/envio.rules.ts";
import { findResponsaveis } from "./responsaveis.rows.ts";

/** What changed of the ways in. usuario: whose it is; quem: full name of who did it. */
export type AcessoAlterado = {
  usuario: { id: string; nome: string; nomeUsuario: string; email: string };
  oQue: AcessoMudado;
  quem: string;
  agora: Date;
  /** Which API token it is about. */
  token?: string;
};

/** Plans the letters that tell a change of the ways in: to the person, and to those who answer for the conta. Before `insertRegistros`. */
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
      // One each: when the person is deleted, none of them says any more to whom it went, and they must still be told apart.
      ocasiao: `acesso-alterado ${oQue} ${id} ${agora.toISOString()} ${at}`,
      para,
      dados: { usuarioId: id, nome, nomeUsuario, oQue, quem, quando: agora, token },
      agora,
    });
  }
}
