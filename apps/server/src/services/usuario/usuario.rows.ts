import type { Db } from "../../db/index.ts";

/** What signing in needs to know of a user. */
export type UsuarioEntrada = { id: string; senhaHash: string | null; ativo: boolean };

/** Who bears a name; one who never set a password has none, whatever is stored. */
export async function findUsuarioEntrada(
  db: Db,
  contaId: string,
  nomeUsuario: string,
): Promise<UsuarioEntrada | null> {
  const found = await db.usuario.findUnique({
    where: { contaId_nomeUsuario: { contaId, nomeUsuario } },
    select: { id: true, senhaHash: true, ativo: true, ativado: true },
  });
  if (found === null) return null;
  const { id, senhaHash, ativo, ativado } = found;
  return { id, senhaHash: ativado ? senhaHash : null, ativo };
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
  segundoFator: boolean;
  empresas: string[] | null;
  conviteExpiraEm: Date | null;
};

const COLUNAS = {
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
  restrito: true,
  usuarioEmpresa: { select: { empresaId: true }, orderBy: { empresaId: "asc" } },
  usuarioToken: { where: { tipo: "convite" }, select: { expiraEm: true } },
} as const;

/** The users of a conta, in no order. */
export async function findUsuarios(db: Db, contaId: string): Promise<UsuarioRow[]> {
  const found = await db.usuario.findMany({ where: { contaId, excluidoEm: null }, select: COLUNAS });
  return found.map(toRow);
}

/** One of them; null when there is none, or none any more. */
export async function findUsuario(db: Db, contaId: string, id: string): Promise<UsuarioRow | null> {
  const found = await db.usuario.findUnique({
    where: { contaId_id: { contaId, id }, excluidoEm: null },
    select: COLUNAS,
  });
  return found && toRow(found);
}

type Achado = Omit<UsuarioRow, "segundoFator" | "empresas" | "conviteExpiraEm"> & {
  totpDesde: Date | null;
  restrito: boolean;
  usuarioEmpresa: { empresaId: string }[];
  usuarioToken: { expiraEm: Date }[];
};

function toRow({ totpDesde, restrito, usuarioEmpresa, usuarioToken, ...usuario }: Achado): UsuarioRow {
  return {
    ...usuario,
    segundoFator: totpDesde !== null,
    empresas: restrito ? usuarioEmpresa.map(({ empresaId }) => empresaId) : null,
    conviteExpiraEm: usuarioToken[0]?.expiraEm ?? null,
  };
}

export async function setUltimoAcesso(
  db: Db,
  contaId: string,
  { id, agora }: { id: string; agora: Date },
): Promise<void> {
  await db.usuario.updateMany({ where: { contaId, id }, data: { ultimoAcesso: agora } });
}
