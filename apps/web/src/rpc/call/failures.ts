import { type FieldError, REAUTHENTICATION_FIELD } from "@malote/contract";
import { translatedSentence } from "../../languages/language.ts";
import { type Explanation, failureTexts } from "../../texts/app/general.ts";
import { screenMessages } from "../../texts/names/screen-messages.ts";

/** The server refused, with the sentence to show, in the language of the page. */
export class Refusal extends Error {
  override readonly name = "Recusa";
  readonly erros: readonly FieldError[];
  constructor(mensagem: string, errors: readonly FieldError[] = []) {
    super(translatedSentence(mensagem));
    this.erros = errors.map((error) => ({ ...error, mensagem: translatedSentence(error.mensagem) }));
  }
}

/** The server could not be reached, or its answer is invalid. Worth a retry. */
export class CommunicationFailure extends Error {
  override readonly name = "FalhaComunicacao";
  constructor(cause?: unknown) {
    super(screenMessages.falhaComunicacao, { cause });
  }
}

/** The session is over; a listener of its end already navigates to /login. */
export class SessionEnded extends Error {
  override readonly name = "SessaoEncerrada";
}

/** An internal error of the server, with its request id. */
export class InternalFailure extends Error {
  override readonly name = "FalhaInterna";
  readonly requestId: string | null;
  constructor(message: string, requestId: string | null) {
    super(message);
    this.requestId = requestId;
  }
}

const NOT_FOUND_SENTENCES: ReadonlySet<string> = new Set([
  screenMessages.notaNaoEncontrada,
  screenMessages.emailNaoEncontrado,
  screenMessages.caixaNaoEncontrada,
  screenMessages.empresaNaoEncontrada,
  screenMessages.importacaoNaoEncontrada,
]);

/**
 * Explains why an action failed: a refusal as it is, any other failure under the action's own title of
 * spec §8.
 */
export function explainActionFailure(error: unknown, title: string): Explanation | null {
  const failure = explainFailure(error);
  return failure === null || error instanceof Refusal
    ? failure
    : { titulo: title, texto: toOneLine(failure) };
}

/** Title and text in one line. */
export function toOneLine({ titulo: title, texto: text }: Explanation): string {
  return `${title.replace(/\.$/, "")}. ${text}`;
}

/**
 * Explains a failed call; null when there is nothing to show: the sign-in page reports an expired session,
 * and a user who closed the re-authentication dialog knows why nothing happened.
 */
export function explainFailure(error: unknown): Explanation | null {
  if (error instanceof SessionEnded || requiresReauthentication(error)) return null;
  if (error instanceof Refusal && NOT_FOUND_SENTENCES.has(error.message)) {
    return { titulo: error.message, texto: failureTexts.naoEncontrado, definitiva: true };
  }
  if (error instanceof Refusal) return { titulo: failureTexts.recusa, texto: error.message };
  if (error instanceof CommunicationFailure)
    return { titulo: error.message, texto: failureTexts.nadaPerdido };
  const requestId = error instanceof InternalFailure ? error.requestId : null;
  return {
    titulo: failureTexts.interna,
    texto: requestId ? failureTexts.internaPedido(requestId) : failureTexts.internaTexto,
  };
}

/** Whether a call was refused because the sign-in is too old. */
export function requiresReauthentication(error: unknown): boolean {
  return error instanceof Refusal && error.erros.some(({ campo: field }) => field === REAUTHENTICATION_FIELD);
}
