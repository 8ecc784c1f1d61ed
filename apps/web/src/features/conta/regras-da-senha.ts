import { MENSAGENS_DAS_PESSOAS, SENHA_MIN } from "@malote/contract";

/**
 * How a rule stands. `servidor`: only the server can say, from the list of leaked passwords and the
 * names it knows; `recusada`: it said no to the password that is typed.
 */
export type Estado = "cumprida" | "falta" | "servidor" | "recusada";

/** The rules of a new password, in the order they are shown (spec §5; the fifth by ADR 0052). */
export const REGRAS = ["tamanho", "letra", "digito", "igual", "incomum"] as const;

/** What the server says of a password that is easy to guess. */
const FACEIS: readonly unknown[] = [MENSAGENS_DAS_PESSOAS.senhaComum, MENSAGENS_DAS_PESSOAS.senhaPessoal];

/**
 * Judges what is typed.
 * @param erro the sentence under the field: a refusal of the server goes when another password is
 * typed
 */
export function checkSenha(
  senha: string,
  repetida: string,
  erro: string | undefined,
): Record<(typeof REGRAS)[number], Estado> {
  const said = (ok: boolean): Estado => (ok ? "cumprida" : "falta");
  return {
    tamanho: said([...senha].length >= SENHA_MIN),
    letra: said(/\p{L}/u.test(senha)),
    digito: said(/\d/.test(senha)),
    igual: said(senha !== "" && senha === repetida),
    incomum: FACEIS.includes(erro) ? "recusada" : "servidor",
  };
}
