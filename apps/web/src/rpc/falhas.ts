import { CAMPO_REAUTENTICACAO, type ErroCampo, MENSAGENS_DAS_TELAS } from "@malote/contract";
import { type Explicacao, falhas } from "../textos/geral.ts";

/** The server refused, with the sentence to show. */
export class Recusa extends Error {
  override readonly name = "Recusa";
  readonly erros: readonly ErroCampo[];
  constructor(mensagem: string, erros: readonly ErroCampo[] = []) {
    super(mensagem);
    this.erros = erros;
  }
}

/** The server could not be reached, or its answer is invalid. Worth a retry. */
export class FalhaComunicacao extends Error {
  override readonly name = "FalhaComunicacao";
  constructor(cause?: unknown) {
    super(MENSAGENS_DAS_TELAS.falhaComunicacao, { cause });
  }
}

/** The session is over; a listener of its end already navigates to /login. */
export class SessaoEncerrada extends Error {
  override readonly name = "SessaoEncerrada";
}

/** An internal error of the server, with its request id. */
export class FalhaInterna extends Error {
  override readonly name = "FalhaInterna";
  readonly pedido: string | null;
  constructor(message: string, pedido: string | null) {
    super(message);
    this.pedido = pedido;
  }
}

const NAO_ENCONTRADOS: ReadonlySet<string> = new Set([
  MENSAGENS_DAS_TELAS.notaNaoEncontrada,
  MENSAGENS_DAS_TELAS.emailNaoEncontrado,
  MENSAGENS_DAS_TELAS.caixaNaoEncontrada,
  MENSAGENS_DAS_TELAS.empresaNaoEncontrada,
  MENSAGENS_DAS_TELAS.importacaoNaoEncontrada,
]);

/**
 * Explains why an action failed: a refusal as it is, any other failure under the action's own title of
 * spec §8.
 */
export function explainAto(error: unknown, titulo: string): Explicacao | null {
  const falha = explainFalha(error);
  return falha === null || error instanceof Recusa ? falha : { titulo, texto: inLine(falha) };
}

/** Title and text in one line. */
export function inLine({ titulo, texto }: Explicacao): string {
  return `${titulo.replace(/\.$/, "")}. ${texto}`;
}

/**
 * Explains a failed call; null when there is nothing to show: the sign-in page reports an expired session,
 * and a user who closed the re-authentication dialog knows why nothing happened.
 */
export function explainFalha(error: unknown): Explicacao | null {
  if (error instanceof SessaoEncerrada || asksReautenticacao(error)) return null;
  if (error instanceof Recusa && NAO_ENCONTRADOS.has(error.message)) {
    return { titulo: error.message, texto: falhas.naoEncontrado, definitiva: true };
  }
  if (error instanceof Recusa) return { titulo: falhas.recusa, texto: error.message };
  if (error instanceof FalhaComunicacao) return { titulo: error.message, texto: falhas.nadaPerdido };
  const pedido = error instanceof FalhaInterna ? error.pedido : null;
  return { titulo: falhas.interna, texto: pedido ? falhas.internaPedido(pedido) : falhas.internaTexto };
}

/** Whether a call was refused because the sign-in is too old. */
export function asksReautenticacao(error: unknown): boolean {
  return error instanceof Recusa && error.erros.some(({ campo }) => campo === CAMPO_REAUTENTICACAO);
}
