import type { Sql } from "../../db/index.ts";

/** What signing in needs to know of a user. */
export type UsuarioEntrada = { id: string; senhaHash: string | null; ativo: boolean };

export async function findUsuarioEntrada(
  sql: Sql,
  contaId: string,
  nomeUsuario: string,
): Promise<UsuarioEntrada | null> {
  const rows = await sql.query<UsuarioEntrada>(
    `SELECT id, CASE WHEN ativado THEN senha_hash END AS "senhaHash", ativo
     FROM usuario WHERE conta_id = $1 AND nome_usuario = $2`,
    [contaId, nomeUsuario],
  );
  return rows[0] ?? null;
}

export type UsuarioRow = {
  id: string;
  nome: string;
  nomeUsuario: string;
  nomeCompleto: string;
  email: string;
  ativo: boolean;
  administrador: boolean;
  ativado: boolean;
  permissaoManifestacao: boolean;
  proprietarioConta: boolean;
  color: string | null;
  ultimoAcesso: Date | null;
};

export async function findUsuario(sql: Sql, contaId: string, id: string): Promise<UsuarioRow | null> {
  const rows = await sql.query<UsuarioRow>(
    `SELECT id, nome, nome_usuario AS "nomeUsuario", nome_completo AS "nomeCompleto", email, ativo, administrador, ativado,
       permissao_manifestacao AS "permissaoManifestacao", proprietario_conta AS "proprietarioConta", color,
       ultimo_acesso AS "ultimoAcesso"
     FROM usuario WHERE conta_id = $1 AND id = $2`,
    [contaId, id],
  );
  return rows[0] ?? null;
}

export async function setUltimoAcesso(
  sql: Sql,
  contaId: string,
  { id, agora }: { id: string; agora: Date },
): Promise<void> {
  await sql.execute("UPDATE usuario SET ultimo_acesso = $3 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    agora,
  ]);
}
