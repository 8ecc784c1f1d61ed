import type { Db, Sql } from "../../db/index.ts";

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

const COLUMNS = {
  id: true,
  nome: true,
  nomeUsuario: true,
  nomeCompleto: true,
  email: true,
  ativo: true,
  administrador: true,
  ativado: true,
  permissaoManifestacao: true,
  proprietarioConta: true,
  color: true,
  ultimoAcesso: true,
  totpDesde: true,
  _count: { select: { passkey: true } },
  restrito: true,
  usuarioEmpresa: { select: { empresaId: true }, orderBy: { empresaId: "asc" } },
  usuarioToken: { where: { tipo: "convite" }, select: { expiraEm: true } },
} as const;

/** Empresas whose names a password is compared with. */
const PASSWORD_EMPRESAS_MAX = 500;

/**
 * Names related to a user: the user's own, the address, the conta, and its empresas with their CNPJs.
 */
export async function findNamesForPassword(sql: Sql, contaId: string, usuarioId: string): Promise<string[]> {
  const rows = await sql.query<{ nome: string }>(
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
  const found = await db.usuario.findMany({ where: { contaId, excluidoEm: null }, select: COLUMNS });
  return found.map(toRow);
}

/** Whether a user is an operator of the product; only `npm run conta -- produto` sets that. */
export async function isProductOperator(db: Db, contaId: string, id: string): Promise<boolean> {
  const where = { contaId_id: { contaId, id } };
  return (await db.usuario.findUnique({ where, select: { produto: true } }))?.produto ?? false;
}

/** Finds a user; null when it does not exist or is deleted. */
export async function findUsuario(db: Db, contaId: string, id: string): Promise<UsuarioRow | null> {
  const found = await db.usuario.findUnique({
    where: { contaId_id: { contaId, id }, excluidoEm: null },
    select: COLUMNS,
  });
  return found && toRow(found);
}

type FoundUsuario = Omit<UsuarioRow, "segundoFator" | "empresas" | "conviteExpiraEm"> & {
  totpDesde: Date | null;
  _count: { passkey: number };
  restrito: boolean;
  usuarioEmpresa: { empresaId: string }[];
  usuarioToken: { expiraEm: Date }[];
};

function toRow({
  totpDesde,
  _count,
  restrito,
  usuarioEmpresa,
  usuarioToken,
  ...usuario
}: FoundUsuario): UsuarioRow {
  return {
    ...usuario,
    segundoFator: totpDesde !== null || _count.passkey > 0,
    empresas: restrito ? usuarioEmpresa.map(({ empresaId }) => empresaId) : null,
    conviteExpiraEm: usuarioToken[0]?.expiraEm ?? null,
  };
}
