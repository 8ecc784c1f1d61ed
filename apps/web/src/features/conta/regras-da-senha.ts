import { MENSAGENS_DAS_PESSOAS, SENHA_MIN } from "@malote/contract";

/**
 * The state of a rule. `servidor`: only the server can decide, from the list of leaked passwords
 * and the names it knows; `recusada`: the server rejected the typed password.
 */
export type Estado = "cumprida" | "falta" | "servidor" | "recusada";

/** The rules of a new password, in display order (spec §5; the fifth by ADR 0052). */
export const REGRAS = ["tamanho", "letra", "digito", "igual", "incomum"] as const;

/** The server's refusals of a password that is easy to guess. */
const FACEIS: readonly unknown[] = [MENSAGENS_DAS_PESSOAS.senhaComum, MENSAGENS_DAS_PESSOAS.senhaPessoal];

/**
 * Checks the typed password.
 * @param errorText the error under the field; a refusal of the server disappears when the user types
 * another password
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
