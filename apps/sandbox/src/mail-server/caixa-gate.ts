import type { FaultScript } from "./mail-faults.ts";

export type Credentials = { usuario: string; senha: string };

/** Authenticates the users of the mailbox. */
export type CaixaGate = {
  admitPassword(usuario: string, senha: string): boolean;
  admitToken(usuario: string, token: string): boolean;
};

export function createCaixaGate(o: {
  credencial: Credentials;
  isTokenValid(token: string): boolean;
  script: FaultScript;
}): CaixaGate {
  const { credencial, script } = o;
  const isOwner = (usuario: string): boolean => usuario.toLowerCase() === credencial.usuario.toLowerCase();
  return {
    admitPassword: (usuario, senha) =>
      isOwner(usuario) && senha === credencial.senha && !script.strikes("recusar-senha"),
    admitToken: (usuario, token) =>
      isOwner(usuario) &&
      o.isTokenValid(token) &&
      !script.strikes("recusar-senha") &&
      !script.strikes("token-vencido"),
  };
}
