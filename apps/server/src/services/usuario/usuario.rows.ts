import { sql } from "kysely";
import { type Db, expressionsOf, pgType, type Row, textStatement } from "../../db/index.ts";

const u = expressionsOf("usuario", "usuario");

export type UsuarioRow = Pick<
  Row<"usuario">,
  | "id"
  | "nome"
  | "nomeUsuario"
  | "nomeCompleto"
  | "email"
  | "ativo"
  | "administrador"
  | "ativado"
  | "permissaoManifestacao"
  | "proprietarioConta"
  | "color"
  | "ultimoAcesso"
> & { segundoFator: boolean; empresas: string[] | null; conviteExpiraEm: Date | null };

/** Empresas whose names a password is compared with. */
const PASSWORD_EMPRESAS_MAX = 500;

// Text: columns of two tables become rows.
const NAMES_FOR_PASSWORD = textStatement(
  { nome: pgType.text },
  `SELECT unnest(ARRAY[u.nome, u.nome_completo, u.nome_usuario, u.email, c.identificador]) AS nome
   FROM usuario u JOIN conta c ON c.id = u.conta_id WHERE u.conta_id = $1 AND u.id = $2
   UNION ALL
   SELECT unnest(ARRAY[e.nome, e.cnpj])
   FROM (SELECT nome, cnpj FROM empresa WHERE conta_id = $1 ORDER BY criado_em, id LIMIT $3) e`,
);

/**
 * Names related to a user: the user's own, the address, the conta, and its empresas with their CNPJs.
 */
export async function findNamesForPassword(db: Db, contaId: string, usuarioId: string): Promise<string[]> {
  const rows = await NAMES_FOR_PASSWORD.rows(db, [contaId, usuarioId, PASSWORD_EMPRESAS_MAX]);
  return rows.map(({ nome }) => nome);
}

/** The users of a conta, unordered. */
export async function findUsuarios(db: Db, contaId: string): Promise<UsuarioRow[]> {
  return await selectUsuarios(db, contaId).execute();
}

/** Finds a user; null when it does not exist or is deleted. */
export async function findUsuario(db: Db, contaId: string, id: string): Promise<UsuarioRow | null> {
  return (await selectUsuarios(db, contaId).where("id", "=", id).executeTakeFirst()) ?? null;
}

function selectUsuarios(db: Db, contaId: string) {
  return db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("excluidoEm", "is", null)
    .select(["id", "nome", "nomeUsuario", "nomeCompleto", "email", "ativo", "administrador", "ativado"])
    .select(["permissaoManifestacao", "proprietarioConta", "color", "ultimoAcesso"])
    .select(({ selectFrom }) => [
      hasSecondFactor().as("segundoFator"),
      visibleEmpresas().as("empresas"),
      selectFrom("usuarioToken as t")
        .whereRef("t.contaId", "=", "usuario.contaId")
        .whereRef("t.usuarioId", "=", "usuario.id")
        .where("t.tipo", "=", "convite")
        .select("t.expiraEm")
        .limit(1)
        .as("conviteExpiraEm"),
    ]);
}

/** The ids of the empresas that a user (`usuario`) may see, in order; null: all. */
export function visibleEmpresas() {
  const ids = u
    .selectFrom("usuarioEmpresa as x")
    .whereRef("x.contaId", "=", "usuario.contaId")
    .whereRef("x.usuarioId", "=", "usuario.id")
    .select("x.empresaId")
    .orderBy("x.empresaId");
  return sql<string[] | null>`CASE WHEN ${u.ref("usuario.restrito")} THEN ARRAY${ids} END`;
}

/** The user (`usuario`) has an authenticator or a passkey. */
export function hasSecondFactor() {
  return u.or([u("usuario.totpDesde", "is not", null), hasPasskey()]).$castTo<boolean>();
}

/** The user (`usuario`) has a passkey. */
export function hasPasskey() {
  return u
    .exists(
      u
        .selectFrom("passkey as p")
        .whereRef("p.contaId", "=", "usuario.contaId")
        .whereRef("p.usuarioId", "=", "usuario.id"),
    )
    .$castTo<boolean>();
}

/** Whether a user is an operator of the product; only `npm run conta -- produto` sets that. */
export async function isProductOperator(db: Db, contaId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("usuario")
    .where("contaId", "=", contaId)
    .where("id", "=", id)
    .select("produto")
    .executeTakeFirst();
  return found?.produto ?? false;
}
