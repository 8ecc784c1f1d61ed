import type { Roteiro } from "./falhas.ts";

export type Credencial = { usuario: string; senha: string };

/** Authenticates the users of the mailbox. */
export type Porteiro = {
  admitSenha(usuario: string, senha: string): boolean;
  admitToken(usuario: string, token: string): boolean;
};

export function createPorteiro(o: {
  credencial: Credencial;
  isTokenValid(token: string): boolean;
  roteiro: Roteiro;
}): Porteiro {
  const { credencial, roteiro } = o;
  const isOwner = (usuario: string): boolean => usuario.toLowerCase() === credencial.usuario.toLowerCase();
  return {
    admitSenha: (usuario, senha) =>
      isOwner(usuario) && senha === credencial.senha && !roteiro.strikes("recusar-senha"),
    admitToken: (usuario, token) =>
      isOwner(usuario) &&
      o.isTokenValid(token) &&
      !roteiro.strikes("recusar-senha") &&
      !roteiro.strikes("token-vencido"),
  };
}
