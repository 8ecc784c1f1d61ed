import { type Expression, type RawBuilder, sql } from "kysely";
import { type Db, expressionsOf, type Row } from "../../db/index.ts";

const u = expressionsOf("usuario", "usuario");

const COLUMNS = [
  ...(["id", "nome", "nomeUsuario", "nomeCompleto", "email", "ativo", "administrador", "ativado"] as const),
  ...(["permissaoManifestacao", "proprietarioConta", "color", "ultimoAcesso"] as const),
];

/** A user. empresas: the only ones whose documents the user sees; null = all. */
export type UsuarioRow = Pick<Row<"usuario">, (typeof COLUMNS)[number]> & {
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
  const empresas = db
    .selectFrom("empresa")
    .where("contaId", "=", contaId)
    .select(["nome", "cnpj"])
    .orderBy("criadoEm")
    .orderBy("id")
    .limit(PASSWORD_EMPRESAS_MAX)
    .as("e");
  const rows = await db
    .selectFrom("usuario as u")
    .innerJoin("conta as c", "c.id", "u.contaId")
    .where(({ and }) => and({ "u.contaId": contaId, "u.id": usuarioId }))
    .select(({ ref }) => {
      const own = [ref("u.nome"), ref("u.nomeCompleto"), ref("u.nomeUsuario"), ref("u.email")];
      return rowsOf([...own, ref("c.identificador")]).as("nome");
    })
    .unionAll(db.selectFrom(empresas).select(({ ref }) => rowsOf([ref("e.nome"), ref("e.cnpj")]).as("nome")))
    .execute();
  return rows.map(({ nome }) => nome);
}

/** A row for each of these values. */
function rowsOf(values: readonly Expression<string>[]) {
  return sql<string>`unnest(ARRAY[${sql.join(values)}])`;
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
    .select(COLUMNS)
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
export function visibleEmpresas(): RawBuilder<string[] | null> {
  const ids = u
    .selectFrom("usuarioEmpresa as x")
    .whereRef("x.contaId", "=", "usuario.contaId")
    .whereRef("x.usuarioId", "=", "usuario.id")
    .select("x.empresaId")
    .orderBy("x.empresaId");
  return sql`CASE WHEN ${u.ref("usuario.restrito")} THEN ARRAY${ids} END`;
}

/** The user (`usuario`) has an authenticator or a passkey. */
export function hasSecondFactor(): RawBuilder<boolean> {
  return sql`(${u.ref("usuario.totpDesde")} IS NOT NULL OR ${hasPasskey()})`;
}

/** The user (`usuario`) has a passkey. */
export function hasPasskey(): RawBuilder<boolean> {
  const passkeys = u
    .selectFrom("passkey as p")
    .whereRef("p.contaId", "=", "usuario.contaId")
    .whereRef("p.usuarioId", "=", "usuario.id");
  return sql`EXISTS ${passkeys}`;
}

/** Whether a user is an operator of the product; only `npm run conta -- produto` sets that. */
export async function isProductOperator(db: Db, contaId: string, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("usuario")
    .where(({ and }) => and({ contaId, id }))
    .select("produto")
    .executeTakeFirst();
  return found?.produto ?? false;
}
