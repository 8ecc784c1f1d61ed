import {
  ERRO_CAMPO_MAX,
  ERRO_MENSAGEM_MAX,
  ERROS_MAX,
  type ErroCampo,
  formatMensagem,
} from "@malote/contract";

/** Control characters and half surrogates, which each take six characters in JSON. */
const CARO =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001F\u007F-\u009F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const TROCA = "\uFFFD";

/** A caller's text for a response: well-formed, on one line, cut at `max` characters. */
export function shorten(text: string, max: number): string {
  const kept = text.length <= max ? text : `${text.slice(0, max - 1)}…`;
  return kept.replace(CARO, TROCA);
}

/**
 * Lists the first errors, each shortened. Beyond `max`, the last line counts those left out.
 * @param describe called only for errors that are listed
 */
export function listErros<T>(
  found: readonly T[],
  describe: (one: T) => ErroCampo,
  max: number = ERROS_MAX,
): ErroCampo[] {
  const listed = found.length <= max ? found : found.slice(0, Math.max(1, max - 1));
  const erros = listed.map((one) => {
    const { campo, mensagem } = describe(one);
    return { campo: shorten(campo, ERRO_CAMPO_MAX), mensagem: shorten(mensagem, ERRO_MENSAGEM_MAX) };
  });
  const total = found.length - listed.length;
  return total === 0 ? erros : [...erros, { campo: "", mensagem: formatMensagem("errosDemais", { total }) }];
}
