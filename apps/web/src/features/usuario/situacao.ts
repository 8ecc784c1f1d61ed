import { foldNome } from "@malote/syntax";
import type { Usuario } from "../../rpc/usuarios.ts";
import { usuarios as textos } from "../../textos/usuarios.ts";

export const ORDENS = ["nomeCompleto", "usuario", "email"] as const;
export type Ordem = (typeof ORDENS)[number];

export type Situacao = keyof typeof textos.situacoes;

/** The state of a user: active, inactive, invited, or with an expired invitation. */
export function situacaoOf(usuario: Usuario, agora: Date): Situacao {
  if (!usuario.ativo) return "inativo";
  if (usuario.ativado) return "ativo";
  const { conviteExpiraEm } = usuario;
  return conviteExpiraEm !== null && conviteExpiraEm > agora ? "convidado" : "vencido";
}

/** The permissions of a user, in words. */
export function permissaoOf(usuario: Usuario): { nome: string; mais: string | null } {
  const { permissoes } = textos;
  const nome = usuario.proprietarioConta
    ? permissoes.proprietario
    : usuario.administrador
      ? permissoes.administrador
      : permissoes.usuario;
  const mais = [
    ...(usuario.permissaoManifestacao ? [permissoes.manifesta] : []),
    ...(usuario.empresas === null ? [] : [permissoes.empresas(usuario.empresas.length)]),
  ];
  return { nome, mais: mais.length === 0 ? null : mais.join(", ") };
}

/** Sorts by the given order; ties by user name. */
export function sortUsuarios(usuarios: readonly Usuario[], ordem: Ordem): Usuario[] {
  const keyOf: Record<Ordem, (usuario: Usuario) => string> = {
    nomeCompleto: ({ nomeCompleto }) => foldNome(nomeCompleto),
    usuario: ({ nomeUsuario }) => nomeUsuario,
    email: ({ email }) => email.toLowerCase(),
  };
  const key = keyOf[ordem];
  return usuarios.toSorted((a, b) => compare(key(a), key(b)) || compare(a.nomeUsuario, b.nomeUsuario));
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
