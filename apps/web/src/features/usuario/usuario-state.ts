import { compareText, foldName } from "@malote/syntax";
import type { Usuario } from "../../rpc/conta/usuarios.ts";
import { usuariosTexts as texts } from "../../texts/admin/usuarios.ts";

export const SORT_ORDERS = ["nomeCompleto", "usuario", "email"] as const;
export type SortOrder = (typeof SORT_ORDERS)[number];

export type UsuarioState = keyof typeof texts.situacoes;

/** The state of a user: active, inactive, invited, or with an expired invitation. */
export function usuarioStateOf(usuario: Usuario, now: Date): UsuarioState {
  if (!usuario.ativo) return "inativo";
  if (usuario.ativado) return "ativo";
  const { conviteExpiraEm } = usuario;
  return conviteExpiraEm !== null && conviteExpiraEm > now ? "convidado" : "vencido";
}

/** The permissions of a user, in words. */
export function permissionTextOf(usuario: Usuario): { name: string; details: string | null } {
  const { permissoes } = texts;
  const name = usuario.proprietarioConta
    ? permissoes.proprietario
    : usuario.administrador
      ? permissoes.administrador
      : permissoes.usuario;
  const details = [
    ...(usuario.permissaoManifestacao ? [permissoes.manifesta] : []),
    ...(usuario.empresas === null ? [] : [permissoes.empresas(usuario.empresas.length)]),
  ];
  return { name, details: details.length === 0 ? null : details.join(", ") };
}

/** Sorts by the given order; ties by user name. */
export function sortUsuarios(usuarios: readonly Usuario[], sortOrder: SortOrder): Usuario[] {
  const keyOf: Record<SortOrder, (usuario: Usuario) => string> = {
    nomeCompleto: ({ nomeCompleto }) => foldName(nomeCompleto),
    usuario: ({ nomeUsuario }) => nomeUsuario,
    email: ({ email }) => email.toLowerCase(),
  };
  const key = keyOf[sortOrder];
  return usuarios.toSorted(
    (a, b) => compareText(key(a), key(b)) || compareText(a.nomeUsuario, b.nomeUsuario),
  );
}
