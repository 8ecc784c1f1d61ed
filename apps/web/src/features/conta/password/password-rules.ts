import { PASSWORD_MIN } from "@malote/contract";
import { peopleMessages } from "../../../texts/names/messages.ts";

/**
 * The state of a rule. `servidor`: only the server can decide, from the list of leaked passwords
 * and the names it knows; `recusada`: the server rejected the typed password.
 */
export type RuleState = "cumprida" | "falta" | "servidor" | "recusada";

/** The rules of a new password, in display order (spec §5; the fifth by ADR 0052). */
export const RULES = ["tamanho", "letra", "digito", "igual", "incomum"] as const;

/** The server's refusals of a password that is easy to guess. */
const GUESSABLE_ERRORS: readonly unknown[] = [peopleMessages.senhaComum, peopleMessages.senhaPessoal];

/**
 * Checks the typed password.
 * @param errorText the error under the field; a refusal of the server disappears when the user types
 * another password
 */
export function checkPassword(
  password: string,
  repeated: string,
  errorText: string | undefined,
): Record<(typeof RULES)[number], RuleState> {
  const stateOf = (ok: boolean): RuleState => (ok ? "cumprida" : "falta");
  return {
    tamanho: stateOf([...password].length >= PASSWORD_MIN),
    letra: stateOf(/\p{L}/u.test(password)),
    digito: stateOf(/\d/.test(password)),
    igual: stateOf(password !== "" && password === repeated),
    incomum: GUESSABLE_ERRORS.includes(errorText) ? "recusada" : "servidor",
  };
}
