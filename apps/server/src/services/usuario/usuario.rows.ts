import { sql } from "kysely";
import type { Db } from "../../db/index.ts";

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
  segundoFator: boolean;
  empresas: string[] | null;
  conviteExpiraEm: Date | null;
};

/** Empresas whose names a password is compared with. */
const PASSWORD_EMPRESAS_MAX = 500;

/**
 * Names related to a user: the user's own, the address, the conta, and its empresas with their CNPJs.
 */
export async function findNamesForPassword(db: Db, contaId: string, usuarioId: string): Promise<string[]> {
  const rows = await db.query<{ nome: string }>(
    `SELECT unnest(ARRAY[u.nome, u.nome_completo, u.nome_usuario, u.email, c.identificador]) AS nome
     FROM usuario u JOIN conta c ON c.id = u.conta_id WHERE u.conta_id = $1 AND u.id = $2
     UNION ALL
     SELECT unnest(ARRAY[e.nome, e.cnpj])
     FROM (SELECT nome, cnpj FROM empresa WHERE conta_id = $1 ORDER BY criado_em, id LIMIT $3) e`,
    [contaId, usuarioId, PASSWORD_EMPRESAS_MAX],
  );
  return rows.map(({ nome }) => nome);
}

/** The users of a conta, unordered. */
export async function findUsuarios(db: Db, contaId: string): Promise<UsuarioRow[]> {
  return await selectUsuarios(db, contaId).execute();
}

/** Finds a user; null when it does not exist or is deleted. */
export async function findUsuario(db: Db, contaId: string, id: string): Promise<UsuarioRow | null> {
  return (await selectUsuarios(db, contaId).where("u.id", "=", id).executeTakeFirst()) ?? null;
}

function selectUsuarios(db: Db, contaId: string) {
  return db
    .selectFrom("usuario as u")
    .where("u.contaId", "=", contaId)
    .where("u.excluidoEm", "is", null)
    .select(["u.id", "u.nome", "u.nomeUsuario", "u.nomeCompleto", "u.email", "u.ativo", "u.administrador"])
    .select(["u.ativado", "u.permissaoManifestacao", "u.proprietarioConta", "u.color", "u.ultimoAcesso"])
    .select(({ selectFrom, exists, or, eb }) => [
      or([
        eb("u.totpDesde", "is not", null),
        exists(
          selectFrom("passkey as p")
            .whereRef("p.contaId", "=", "u.contaId")
            .whereRef("p.usuarioId", "=", "u.id"),
        ),
      ])
        .$castTo<boolean>()
        .as("segundoFator"),
      eb
        .case()
        .when("u.restrito", "=", true)
        .then(
          selectFrom("usuarioEmpresa as x")
            .whereRef("x.contaId", "=", "u.contaId")
            .whereRef("x.usuarioId", "=", "u.id")
            .select(
              sql<
                string[]
              >`coalesce(array_agg(${sql.ref("x.empresaId")} ORDER BY ${sql.ref("x.empresaId")}), '{}')`.as(
                "empresas",
              ),
            ),
        )
        .end()
        .as("empresas"),
      selectFrom("usuarioToken as t")
        .whereRef("t.contaId", "=", "u.contaId")
        .whereRef("t.usuarioId", "=", "u.id")
        .where("t.tipo", "=", "convite")
        .select("t.expiraEm")
        .limit(1)
        .as("conviteExpiraEm"),
    ]);
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
