import { CAMPO_REAUTENTICACAO, type ErroCampo, MENSAGENS_DAS_TELAS } from "@malote/contract";
import { type Explicacao, falhas } from "../textos/geral.ts";

/** The server said no, with the sentence to show. */
export class Recusa extends Error {
  override readonly name = "Recusa";
  readonly erros: readonly ErroCampo[];
  constructor(mensagem: string, erros: readonly ErroCampo[] = []) {
    super(mensagem);
    this.erros = erros;
  }
}

/** The server was not reached, or did not answer in our language. Worth trying again. */
export class FalhaComunicacao extends Error {
  override readonly name = "FalhaComunicacao";
  constructor(cause?: unknown) {
    super(MENSAGENS_DAS_TELAS.falhaComunicacao, { cause });
  }
}

/** The session is over; whoever listens to it is already on the way to /login. */
export class SessaoEncerrada extends Error {
  override readonly name = "SessaoEncerrada";
}

/** A bug on the other side, known there by its request id. */
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

/** Says in words why an act failed: a refusal as it is; what else went wrong under the act's own sentence of spec §8. */
export function explainAto(error: unknown, titulo: string): Explicacao | null {
  const falha = explainFalha(error);
  return falha === null || error instanceof Recusa ? falha : { titulo, texto: inLine(falha) };
}

/** Both parts in one line. */
export function inLine({ titulo, texto }: Explicacao): string {
  return `${titulo.replace(/\.$/, "")}. ${texto}`;
}

/**
 * Says a failed call in words; null when there is nothing to say. A session that ended is reported by
 * the sign-in page, not here; a user who closed the dialog that asks for a new sign-in knows why
 * nothing was done.
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

/** Whether a call was refused because the sign-in is old. */
export function asksReautenticacao(error: unknown): boolean {
  return error instanceof Recusa && error.erros.some(({ campo }) => campo === CAMPO_REAUTENTICACAO);
}
