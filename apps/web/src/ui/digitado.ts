import { MENSAGENS_DAS_PESSOAS, MENSAGENS_DOS_CAMPOS, parseDecimal, parseInteiro } from "@malote/contract";
import { compareValor, formatDecimal, isChaveAcesso, isCnpj, parseValor } from "@malote/syntax";
import { type Faixa, joinFaixa, splitFaixa, TEXTO } from "./filtro.ts";

const CNPJ_TAMANHO = 14;
const CPF_REPETIDO = /^(\d)\1{10}$/;
const CHAVE_TAMANHO = 44;
const INTEIRO_MAX = 999_999_999;
const VALOR_CASAS = 2;

/**
 * Error of a whole or partial CNPJ or CPF; null when there is none. Eleven digits that are not a CPF may
 * start
 * a CNPJ, unless they are all the same.
 */
export function wrongDocumento(limpo: string): string | null {
  if (limpo.length === CNPJ_TAMANHO && !isCnpj(limpo)) return MENSAGENS_DOS_CAMPOS.cnpjInvalido;
  return CPF_REPETIDO.test(limpo) ? MENSAGENS_DOS_CAMPOS.cpfInvalido : null;
}

/** Error of a search text; null when there is none. Combining accents without letters match nothing. */
export function wrongTexto(text: string): string | null {
  return text.trim() === "" || TEXTO.read(text) !== null ? null : MENSAGENS_DOS_CAMPOS.filtroInvalido;
}

/** Error of a whole or partial access key; null when there is none. */
export function wrongChave(limpa: string): string | null {
  return limpa.length === CHAVE_TAMANHO && !isChaveAcesso(limpa) ? MENSAGENS_DAS_PESSOAS.chaveInvalida : null;
}

/** Error of an integer from 0 to 999.999.999; null when there is none, also for an empty text. */
export function wrongInteiro(text: string): string | null {
  return text.trim() === "" || readInteiro(text) !== "" ? null : MENSAGENS_DOS_CAMPOS.inteiroInvalido;
}

/** Parses a typed integer into digits; "" when it is invalid. */
export function readInteiro(text: string): string {
  const numero = parseInteiro(text);
  return numero !== null && numero >= 0 && numero <= INTEIRO_MAX ? String(numero) : "";
}

/** Parses a typed amount into a decimal string with a dot; "" when it is invalid. */
function readDecimal(text: string): string {
  const decimal = parseDecimal(text, VALOR_CASAS);
  return decimal === null || decimal.startsWith("-") ? "" : decimal;
}

/** The typed ends of a range. */
export type FaixaDigitada = { de: string; ate: string };
type Tipo = "inteiro" | "valor";

const READ: Record<Tipo, (text: string) => string> = { inteiro: readInteiro, valor: readDecimal };
const ERRO: Record<Tipo, string> = {
  inteiro: MENSAGENS_DOS_CAMPOS.inteiroInvalido,
  valor: MENSAGENS_DOS_CAMPOS.decimalInvalido,
};

export function typeFaixa(tipo: Tipo, faixa: Faixa): FaixaDigitada {
  const { de, ate } = splitFaixa(faixa);
  const type = (lado: string): string =>
    lado && (tipo === "inteiro" ? formatDecimal(lado) : formatDecimal(lado, VALOR_CASAS));
  return { de: type(de), ate: type(ate) };
}

/** Parses a typed range into its URL form; an invalid end is left out. */
export function readFaixa(tipo: Tipo, { de, ate }: FaixaDigitada): Faixa {
  return joinFaixa(READ[tipo](de), READ[tipo](ate));
}

/** Errors of a typed range, by field. */
export function checkFaixa(tipo: Tipo, { de, ate }: FaixaDigitada): { de?: string; ate?: string } {
  const isWrong = (text: string): boolean => text.trim() !== "" && READ[tipo](text) === "";
  const wrong = {
    ...(isWrong(de) ? { de: ERRO[tipo] } : {}),
    ...(isWrong(ate) ? { ate: ERRO[tipo] } : {}),
  };
  if (Object.keys(wrong).length > 0) return wrong;
  const [from, to] = [READ[tipo](de), READ[tipo](ate)];
  if (from === "" || to === "") return {};
  return compareValor(parseValor(from), parseValor(to)) > 0
    ? { ate: MENSAGENS_DOS_CAMPOS.faixaInvertida }
    : {};
}

/** Prefixes the errors of a field's parts with the field's name: "numero.de". */
export function named(nome: string, wrong: Partial<Record<string, string>>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(wrong).map(([lado, erro]) => [`${nome}.${lado}`, erro]));
}

/** Drops the fields without an error. */
export function errosOf(wrong: Record<string, string | null>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(wrong).filter(([, erro]) => erro !== null)) as Record<
    string,
    string
  >;
}
