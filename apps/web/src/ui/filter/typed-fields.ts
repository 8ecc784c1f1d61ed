import { parseDecimal, parseInteger } from "@malote/contract";
import { compareAmount, formatDecimal, isChaveAcesso, isCnpj, parseAmount } from "@malote/syntax";
import { fieldMessages, peopleMessages } from "../../texts/names/messages.ts";
import { joinRange, type RangeParam, splitRange, TEXT_PARAM } from "./filter-params.ts";

/** Error messages by part of a field. */
export type FieldErrors = Partial<Record<string, string>>;

const CNPJ_LENGTH = 14;
const REPEATED_DIGIT_CPF = /^(\d)\1{10}$/;
const CHAVE_LENGTH = 44;
const INTEGER_MAX = 999_999_999;
const AMOUNT_PLACES = 2;

/**
 * Error of a whole or partial CNPJ or CPF; null when there is none. Eleven digits that are not a
 * CPF may start a CNPJ, unless they are all the same.
 */
export function checkDocumento(stripped: string): string | null {
  if (stripped.length === CNPJ_LENGTH && !isCnpj(stripped)) return fieldMessages.cnpjInvalido;
  return REPEATED_DIGIT_CPF.test(stripped) ? fieldMessages.cpfInvalido : null;
}

/** Error of a search text; null when there is none. Combining accents without letters match nothing. */
export function checkSearchText(text: string): string | null {
  return text.trim() === "" || TEXT_PARAM.read(text) !== null ? null : fieldMessages.filtroInvalido;
}

/** Error of a whole or partial access key; null when there is none. */
export function checkChave(stripped: string): string | null {
  return stripped.length === CHAVE_LENGTH && !isChaveAcesso(stripped) ? peopleMessages.chaveInvalida : null;
}

/** Error of an integer from 0 to 999.999.999; null when there is none, also for an empty text. */
export function checkInteger(text: string): string | null {
  return text.trim() === "" || readInteger(text) !== "" ? null : fieldMessages.inteiroInvalido;
}

/** Parses a typed integer into digits; "" when it is invalid. */
export function readInteger(text: string): string {
  const number = parseInteger(text);
  return number !== null && number >= 0 && number <= INTEGER_MAX ? String(number) : "";
}

/** Parses a typed amount into a decimal string with a dot; "" when it is invalid. */
function readAmount(text: string): string {
  const decimal = parseDecimal(text, AMOUNT_PLACES);
  return decimal === null || decimal.startsWith("-") ? "" : decimal;
}

/** The typed ends of a range. */
export type TypedRange = { de: string; ate: string };
type NumberKind = "inteiro" | "valor";

const READ: Record<NumberKind, (text: string) => string> = { inteiro: readInteger, valor: readAmount };
const KIND_ERROR: Record<NumberKind, string> = {
  inteiro: fieldMessages.inteiroInvalido,
  valor: fieldMessages.decimalInvalido,
};

export function toTypedRange(inputType: NumberKind, range: RangeParam): TypedRange {
  const { de, ate } = splitRange(range);
  const type = (side: string): string =>
    side && (inputType === "inteiro" ? formatDecimal(side) : formatDecimal(side, AMOUNT_PLACES));
  return { de: type(de), ate: type(ate) };
}

/** Parses a typed range into its URL form; an invalid end is left out. */
export function readTypedRange(inputType: NumberKind, { de, ate }: TypedRange): RangeParam {
  return joinRange(READ[inputType](de), READ[inputType](ate));
}

/** Errors of a typed range, by field. */
export function checkTypedRange(
  inputType: NumberKind,
  { de, ate }: TypedRange,
): { de?: string; ate?: string } {
  const isWrong = (text: string): boolean => text.trim() !== "" && READ[inputType](text) === "";
  const wrong = {
    ...(isWrong(de) ? { de: KIND_ERROR[inputType] } : {}),
    ...(isWrong(ate) ? { ate: KIND_ERROR[inputType] } : {}),
  };
  if (Object.keys(wrong).length > 0) return wrong;
  const [from, to] = [READ[inputType](de), READ[inputType](ate)];
  if (from === "" || to === "") return {};
  return compareAmount(parseAmount(from), parseAmount(to)) > 0 ? { ate: fieldMessages.faixaInvertida } : {};
}
