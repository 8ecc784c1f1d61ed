import { type Db, newId } from "../../db/index.ts";
import type { Profile } from "./usuario.rules.ts";

/** A user whose row is locked until the transaction ends. */
export type LockedUsuario = Profile & {
  id: string;
  ativado: boolean;
  proprietarioConta: boolean;
  senhaHash: string | null;
};

/**
 * Reads a user and locks the row until the transaction ends; null when it does not exist or is deleted.
 */
export async function lockUsuario(db: Db, contaId: string, id: string): Promise<LockedUsuario | null> {
  const [row] = await db.query<LockedUsuario>(
    `SELECT id, nome, nome_usuario AS "nomeUsuario", nome_completo AS "nomeCompleto", email, color, ativo, ativado, administrador,
       permissao_manifestacao AS "permissaoManifestacao", proprietario_conta AS "proprietarioConta", senha_hash AS "senhaHash",
       CASE WHEN restrito THEN ARRAY(SELECT e.empresa_id::text FROM usuario_empresa e
         WHERE e.conta_id = u.conta_id AND e.usuario_id = u.id ORDER BY e.empresa_id) END AS empresas
     FROM usuario u WHERE conta_id = $1 AND id = $2 AND excluido_em IS NULL FOR NO KEY UPDATE`,
    [contaId, id],
  );
  return row ?? null;
}

/**
 * Serializes the transactions that add users or API tokens to a conta, so that counts and limits hold.
 */
export async function lockUsuarios(db: Db, contaId: string): Promise<void> {
  await db.query("SELECT pg_advisory_xact_lock(hashtextextended('pessoas ' || $1, 0))", [contaId]);
}

/** Counts the users of a conta. */
export async function countUsuarios(db: Db, contaId: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    "SELECT count(*) AS n FROM usuario WHERE conta_id = $1 AND excluido_em IS NULL",
    [contaId],
  );
  return row?.n ?? 0;
}

/** A new user, without a password yet. proprietarioConta: only for the first user of a conta. */
export type NewUsuario = Profile & { proprietarioConta?: boolean; now: Date };

/**
 * Inserts a user.
 * @throws the violation of usuario_conta_id_nome_usuario_key when the name is in use
 */
export async function insertUsuario(db: Db, contaId: string, newUsuario: NewUsuario): Promise<string> {
  const id = newId();
  await db.execute(
    `INSERT INTO usuario (conta_id, id, nome, nome_usuario, nome_completo, email, color, ativo, ativado, administrador,
       permissao_manifestacao, proprietario_conta, criado_em)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, $9, $10, $11, $12)`,
    [...valuesOf(contaId, id, newUsuario), newUsuario.proprietarioConta ?? false, newUsuario.now],
  );
  await saveVisibleEmpresas(db, contaId, { id, empresas: newUsuario.empresas });
  return id;
}

/**
 * Updates a user. withEmpresas: also the empresas that the user may see.
 * @throws the violation of usuario_conta_id_nome_usuario_key when the name is in use
 */
export async function updateUsuario(
  db: Db,
  contaId: string,
  { id, profile, withEmpresas }: { id: string; profile: Profile; withEmpresas: boolean },
): Promise<void> {
  await db.execute(
    `UPDATE usuario SET nome = $3, nome_usuario = $4, nome_completo = $5, email = $6, color = $7, ativo = $8, administrador = $9,
       permissao_manifestacao = $10 WHERE conta_id = $1 AND id = $2`,
    valuesOf(contaId, id, profile),
  );
  if (withEmpresas) await saveVisibleEmpresas(db, contaId, { id, empresas: profile.empresas });
}

function valuesOf(contaId: string, id: string, { empresas: _, ...c }: Profile) {
  const names = [contaId, id, c.nome, c.nomeUsuario, c.nomeCompleto, c.email, c.color];
  return [...names, c.ativo, c.administrador, c.permissaoManifestacao];
}

async function saveVisibleEmpresas(
  db: Db,
  contaId: string,
  { id, empresas }: { id: string; empresas: readonly string[] | null },
): Promise<void> {
  await db.execute("UPDATE usuario SET restrito = $3 WHERE conta_id = $1 AND id = $2 AND restrito <> $3", [
    contaId,
    id,
    empresas !== null,
  ]);
  const ids = empresas ?? [];
  await db.execute(
    "DELETE FROM usuario_empresa WHERE conta_id = $1 AND usuario_id = $2 AND NOT empresa_id = ANY($3::uuid[])",
    [contaId, id, ids],
  );
  await db.execute(
    `INSERT INTO usuario_empresa (conta_id, usuario_id, empresa_id) SELECT $1, $2, e FROM unnest($3::uuid[]) AS e
     ON CONFLICT DO NOTHING`,
    [contaId, id, ids],
  );
}

/**
 * Counts which of these ids are empresas of the conta, and locks their rows until the transaction ends.
 */
export async function countEmpresas(db: Db, contaId: string, ids: readonly string[]): Promise<number> {
  const rows = await db.query(
    "SELECT id FROM empresa WHERE conta_id = $1 AND id = ANY($2::uuid[]) FOR KEY SHARE",
    [contaId, ids],
  );
  return rows.length;
}

/** A new password. porLink: set through a link sent to the user's address, which proves the address. */
export type StoredPassword = { id: string; senhaHash: string; porLink: boolean };

/** Stores a new password; a trigger ends the user's sessions. */
export async function setPassword(
  db: Db,
  contaId: string,
  { id, senhaHash, porLink }: StoredPassword,
): Promise<void> {
  await db.execute(
    `UPDATE usuario SET senha_hash = $3, ativado = true, email_provado = email_provado OR $4
     WHERE conta_id = $1 AND id = $2`,
    [contaId, id, senhaHash, porLink],
  );
}

/** Exempts a session from the trigger that ends sessions in this transaction. */
export async function exemptSession(db: Db, sessaoId: string): Promise<void> {
  await db.query("SELECT set_config('app.sessao', $1, true)", [sessaoId]);
}

/** Whether a user's session is unexpired; locks it, so it lasts at least until the transaction ends. */
export async function hasSession(
  db: Db,
  contaId: string,
  { id, usuarioId, now }: { id: string; usuarioId: string; now: Date },
): Promise<boolean> {
  const rows = await db.query(
    "SELECT 1 FROM sessao WHERE conta_id = $1 AND id = $2 AND usuario_id = $3 AND expira_em > $4 FOR KEY SHARE",
    [contaId, id, usuarioId, now],
  );
  return rows.length > 0;
}

/** Sets whether a user may sign in; deactivation ends the sessions by a trigger. */
export async function setActive(
  db: Db,
  contaId: string,
  { id, ativo }: { id: string; ativo: boolean },
): Promise<void> {
  await db.execute("UPDATE usuario SET ativo = $3 WHERE conta_id = $1 AND id = $2", [contaId, id, ativo]);
}

/** Sets the names that an invited user corrected. */
export async function setNames(
  db: Db,
  contaId: string,
  { id, nome, nomeCompleto }: { id: string; nome: string; nomeCompleto: string },
): Promise<void> {
  await db.execute("UPDATE usuario SET nome = $3, nome_completo = $4 WHERE conta_id = $1 AND id = $2", [
    contaId,
    id,
    nome,
    nomeCompleto,
  ]);
}

export async function setColor(
  db: Db,
  contaId: string,
  { id, color }: { id: string; color: string | null },
): Promise<void> {
  await db.execute("UPDATE usuario SET color = $3 WHERE conta_id = $1 AND id = $2", [contaId, id, color]);
}

/**
 * Erases a user's personal data and all means of access; the row remains for records that refer to it.
 * The user name becomes free; no user can choose its placeholder.
 */
export async function eraseUsuario(
  db: Db,
  contaId: string,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  await db.execute(
    `UPDATE usuario SET nome = '', nome_completo = '', email = '', nome_usuario = '~' || id, color = NULL, senha_hash = NULL, ativo = false,
       ativado = false, administrador = false, permissao_manifestacao = false, restrito = false, ultimo_acesso = NULL, totp_selado = NULL,
       totp_desde = NULL, totp_passo = 0, totp_reservas = '{}', excluido_em = $3
     WHERE conta_id = $1 AND id = $2`,
    [contaId, id, now],
  );
  for (const table of ["sessao", "usuario_token", "usuario_empresa", "passkey"]) {
    await db.execute(`DELETE FROM ${table} WHERE conta_id = $1 AND usuario_id = $2`, [contaId, id]);
  }
}
