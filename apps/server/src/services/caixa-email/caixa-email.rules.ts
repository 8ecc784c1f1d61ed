import type { ParsedParamsOf } from "@malote/contract";
import { foldNome } from "@malote/syntax";

/** A mailbox as somebody typed it in order to test it. */
export type CaixaTeste = ParsedParamsOf<"CaixaEmail.pingServidor">["caixa"];

/** What a stored mailbox connects with, its password aside. */
export type CaixaConexao = {
  tipo: "pop3" | "spop3";
  servidor: string;
  porta: number | null;
  usuario: string;
};

/** Orders mailboxes as people read them: by description, then as they were made. */
export function compareCaixas(
  a: { descricao: string; id: string },
  b: { descricao: string; id: string },
): number {
  return compare(foldNome(a.descricao), foldNome(b.descricao)) || compare(a.id, b.id);
}

// Not the locale's order, which is another on another machine.
function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Connection tests of one user in one window. */
export const TESTES_MAX = 10;
export const TESTES_JANELA_MS = 600_000;

/** Spaces around what was typed never belong to it. */
export function connectionOf({ tipo, servidor, porta, usuario }: CaixaTeste): CaixaConexao {
  return { tipo, servidor: servidor.trim(), porta: porta ?? null, usuario: usuario.trim() };
}

/** A stored password goes only where it always went: any change of the connection asks for it again. */
export function isSameConexao(a: CaixaConexao, b: CaixaConexao): boolean {
  return a.tipo === b.tipo && a.servidor === b.servidor && a.porta === b.porta && a.usuario === b.usuario;
}
