import {
  ERROR_FIELD_MAX,
  ERROR_MESSAGE_MAX,
  ERRORS_MAX,
  type FieldError,
  formatMessage,
} from "@malote/contract";

/** Control characters and half surrogates, which each take six characters in JSON. */
const COSTLY_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u001F\u007F-\u009F]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
const REPLACEMENT = "\uFFFD";

/** A caller's text for a response: well-formed, on one line, cut at `max` characters. */
export function shorten(text: string, max: number): string {
  const kept = text.length <= max ? text : `${text.slice(0, max - 1)}…`;
  return kept.replace(COSTLY_CHARACTERS, REPLACEMENT);
}

/**
 * Lists the first errors, each shortened. Beyond `max`, the last line counts those left out.
 * @param describe called only for errors that are listed
 */
export function listErrors<T>(
  found: readonly T[],
  describe: (one: T) => FieldError,
  max: number = ERRORS_MAX,
): FieldError[] {
  const listed = found.length <= max ? found : found.slice(0, Math.max(1, max - 1));
  const errors = listed.map((one) => {
    const { campo, mensagem } = describe(one);
    return { campo: shorten(campo, ERROR_FIELD_MAX), mensagem: shorten(mensagem, ERROR_MESSAGE_MAX) };
  });
  const total = found.length - listed.length;
  return total === 0 ? errors : [...errors, { campo: "", mensagem: formatMessage("errosDemais", { total }) }];
}
