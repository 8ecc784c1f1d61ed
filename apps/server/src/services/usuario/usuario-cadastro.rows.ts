import { newId, type Sql } from "../../db/index.ts";
import type { Cadastro } from "./usuario.rules.ts";

/** How a user stands, held until the transaction ends. */
export type UsuarioTravado = Cadastro & {
  id: string;
  ativado: boolean;
  proprietarioConta: boolean;
  senhaHash: string | null;
};

/** A user, held until the transaction ends; null when there is none, or none any more. */
export async function lockUsuario(sql: Sql, contaId: string, id: string): Promise<UsuarioTravado | null> {
  const [row] = await sql.query<UsuarioTravado>(
    `SELECT id, nome, nome_usuario AS "nomeUsuario", nome_completo AS "nomeCompleto", email, color, ativo, ativado, administrador,
       permissao_manifestacao AS "permissaoManifestacao", proprietario_conta AS "proprietarioConta", senha_hash AS "senhaHash",
       CASE WHEN restrito THEN ARRAY(SELECT e.empresa_id::text FROM usuario_empresa e
         WHERE e.conta_id = u.conta_id AND e.usuario_id = u.id ORDER BY e.empresa_id) END AS empresas
     FROM usuario u WHERE conta_id = $1 AND id = $2 AND excluido_em IS NULL FOR NO KEY UPDATE`,
    [contaId, id],
  );
  return row ?? null;
}

/** Whoever adds users to a conta, or makes API tokens, does so alone: what is counted or ended stays so until they are done. */
export async function lockPessoas(sql: Sql, contaId: string): Promise<void> {
  await sql.query("SELECT pg_advisory_xact_lock(hashtextextended('pessoas ' || $1, 0))", [contaId]);
}

/** Users of a conta. */
export async function countUsuarios(sql: Sql, contaId: string): Promise<number> {
  const [row] = await sql.query<{ n: number }>(
    "SELECT count(*) AS n FROM usuario WHERE conta_id = $1 AND excluido_em IS NULL",
    [contaId],
  );
  return row?.n ?? 0;
}

/** Somebody new, who has not come yet and has no password. proprietarioConta: only of the first of a conta. */
export type NovoUsuario = Cadastro & { proprietarioConta?: boolean; agora: Date };

/** Writes somebody new down.   @throws the violation of usuario_conta_id_nome_usuario_key when the name is taken */
export async function insertUsuario(sql: Sql, contaId: string, novo: NovoUsuario): Promise<string> {
  const id = newId();
  await sql.execute(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, color, ativo, ativado, administrador,
       permissao_manifestacao, proprietario_conta, criado_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, $9, $10, $11, $12)`,
    [...valuesOf(contaId, id, novo), novo.proprietarioConta ?? false, novo.agora],
  );
  await saveEmpresas(sql, contaId, { id, empresas: novo.empresas });
  return id;
}

/** What stands of a user is changed. comEmpresas: the companies they see, too.   @throws the violation of usuario_conta_id_nome_usuario_key when the name is taken */
export async function updateUsuario(
  sql: Sql,
  contaId: string,
  { id, cadastro, comEmpresas }: { id: string; cadastro: Cadastro; comEmpresas: boolean },
): Promise<void> {
  await sql.execute(
    `UPDATE usuario SET nome = $3, nome_usuario = $4, nome_completo = $5, email = $6, color = $7, ativo = $8, administrador = $9,
       permissao_manifestacao = $10 WHERE conta_id = $1 AND id = $2`,
    valuesOf(contaId, id, cadastro),
  );
  if (comEmpresas) await saveEmpresas(sql, contaId, { id, empresas: cadastro.empresas });
}

function valuesOf(contaId: string, id: string, { empresas: _, ...c }: Cadastro) {
  const names = [contaId, id, c.nome, c.nomeUsuario, c.nomeCompleto, c.email, c.color];
  return [...names, c.ativo, c.administrador, c.permissaoManifestacao];
}

async function saveEmpresas(
  sql: Sql,
  contaId: string,
  { id, empresas }: { id: string; empresas: readonly string[] | null },
): Promise<void> {
  await sql.execute("UPDATE usuario SET restrito = $3 WHERE conta_id = $1 AND id = $2 AND restrito <> $3", [
    contaId,
    id,
    empresas !== null,
  ]);
  const ids = empresas ?? [];
  await sql.execute(
    "DELETE FROM usuario_empresa WHERE conta_id = $1 AND usuario_id = $2 AND NOT empresa_id = ANY($3::uuid[])",
    [contaId, id, ids],
  );
  await sql.execute(
    `INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) SELECT $1, $2, e FROM unnest($3::uuid[]) AS e
     ON CONFLICT DO NOTHING`,
    [contaId, id, ids],
  );
}

/** How many of these are companies of the conta; they stay so until the transaction ends. */
export async function countEmpresas(sql: Sql, contaId: string, ids: readonly string[]): Promise<number> {
  const rows = await sql.query(
    "SELECT id FROM empresa WHERE conta_id = $1 AND id = ANY($2::uuid[]) FOR KEY SHARE",
    [contaId, ids],
  );
  return rows.length;
}

/** Another password. porLink: chosen behind a link that was sent to the user's address, which proves the address. */
export type SenhaNova = { id: string; senhaHash: string; porLink: boolean };

/** Stores another password; a trigger of the database ends the sessions of its user. */
export async function setSenha(
  sql: Sql,
  contaId: string,
  { id, senhaHash, porLink }: SenhaNova,
): Promise<void> {
  await sql.execute(
    `UPDATE usuario SET senha_hash = $3, ativado = true, email_provado = email_provado OR $4
     WHERE conta_id = $1 AND id = $2`,
    [contaId, id, senhaHash, porLink],
  );
}

/** The session that stays when, in this transaction, its user's password changes. */
export async function keepSessao(sql: Sql, sessaoId: string): Promise<void> {
  await sql.query("SELECT set_config('app.sessao', $1, true)", [sessaoId]);
}

/** Whether a session of a user has not ended; it does not until the transaction does. */
export async function hasSessao(
  sql: Sql,
  contaId: string,
  { id, usuarioId, agora }: { id: string; usuarioId: string; agora: Date },
): Promise<boolean> {
  const rows = await sql.query(
    "SELECT 1 FROM sessao WHERE conta_id = $1 AND id = $2 AND usuario_id = $3 AND expira_em > $4 FOR KEY SHARE",
    [contaId, id, usuarioId, agora],
  );
  return rows.length > 0;
}

/** Whether a user may enter; when they no longer may, their sessions end by the database's hand. */
export async function setAtivo(
  sql: Sql,
  contaId: string,
  { id, ativo }: { id: string; ativo: boolean },
): Promise<void> {
  await sql.execute("UPDATE usuario SET ativo = $3 WHERE conta_id = $1 AND id = $2", [contaId, id, ativo]);
}

/** Names that an invited person corrects. */
export async function setNomes(
  sql: Sql,
  contaId: string,
  { id, nome, nomeCompleto }: { id: string; nome: string; nomeCompleto: string },
): Promise<void> {
  await sql.execute("UPDATE usuario SET nome = $3, nome_completo = $4 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    nome,
    nomeCompleto,
  ]);
}

export async function setColor(
  sql: Sql,
  contaId: string,
  { id, color }: { id: string; color: string | null },
): Promise<void> {
  await sql.execute("UPDATE usuario SET color = $3 WHERE conta_id = $1 AND id = $2", [contaId, id, color]);
}

/**
 * Takes from a user all that says who it was, and every way in; the row stays, for what was done in its name. The name it signed in with is
 * free again: no one can choose what stands in its place.
 */
export async function eraseUsuario(
  sql: Sql,
  contaId: string,
  { id, agora }: { id: string; agora: Date },
): Promise<void> {
  await sql.execute(
    `UPDATE usuario SET nome = '', nome_completo = '', email = '', nome_usuario = '~' || id, color = NULL, senha_hash = NULL, ativo = false,
       ativado = false, administrador = false, permissao_manifestacao = false, restrito = false, ultimo_acesso = NULL, totp_selado = NULL,
       totp_desde = NULL, totp_passo = 0, totp_reservas = '{}', excluido_em = $3
     WHERE conta_id = $1 AND id = $2`,
    [contaId, id, agora],
  );
  for (const tabela of ["sessao", "usuario_token", "usuario_empresa", "passkey"]) {
    await sql.execute(`DELETE FROM ${tabela} WHERE conta_id = $1 AND usuario_id = $2`, [contaId, id]);
  }
}
