import {
  ERRO_CAMPO_MAX,
  ERRO_MENSAGEM_MAX,
  ERROS_MAX,
  type ErroCampo,
  formatMensagem,
} from "@malote/contract";

/** Control characters and halves of a sign: in JSON each takes six characters. */
const CARO =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001F\u007F-\u009F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const TROCA = "\uFFFD";

/** Text that a caller wrote, as an answer repeats it: well-formed, on one line, and cut at `max` characters. */
export function shorten(text: string, max: number): string {
  const kept = text.length <= max ? text : `${text.slice(0, max - 1)}…`;
  return kept.replace(CARO, TROCA);
}

/**
 * The first errors of many, each short. Where there are more than `max`, the last one says how many are left out.
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
