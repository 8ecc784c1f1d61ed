import { MENSAGENS_DAS_PESSOAS, MENSAGENS_DOS_CAMPOS, parseDecimal, parseInteiro } from "@malote/contract";
import { compareValor, formatDecimal, isChaveAcesso, isCnpj, parseValor } from "@malote/syntax";
import { type Faixa, joinFaixa, splitFaixa, TEXTO } from "./filtro.ts";

const CNPJ_TAMANHO = 14;
const CPF_REPETIDO = /^(\d)\1{10}$/;
const CHAVE_TAMANHO = 44;
const INTEIRO_MAX = 999_999_999;
const VALOR_CASAS = 2;

/**
 * What is wrong with a CNPJ or CPF that may be typed whole or from its first character; null where nothing is. Eleven digits that are
 * no CPF may be the beginning of a CNPJ, unless they are all the same.
 */
export function wrongDocumento(limpo: string): string | null {
  if (limpo.length === CNPJ_TAMANHO && !isCnpj(limpo)) return MENSAGENS_DOS_CAMPOS.cnpjInvalido;
  return CPF_REPETIDO.test(limpo) ? MENSAGENS_DOS_CAMPOS.cpfInvalido : null;
}

/** What is wrong with a text to look for: accents without their letters name nothing. */
export function wrongTexto(text: string): string | null {
  return text.trim() === "" || TEXTO.read(text) !== null ? null : MENSAGENS_DOS_CAMPOS.filtroInvalido;
}

/** What is wrong with an access key that may be typed whole or from its first character. */
export function wrongChave(limpa: string): string | null {
  return limpa.length === CHAVE_TAMANHO && !isChaveAcesso(limpa) ? MENSAGENS_DAS_PESSOAS.chaveInvalida : null;
}

/** What is wrong with a whole number from 0 to 999.999.999, or nothing. */
export function wrongInteiro(text: string): string | null {
  return text.trim() === "" || readInteiro(text) !== "" ? null : MENSAGENS_DOS_CAMPOS.inteiroInvalido;
}

/** A typed whole number in digits; "" where it is none. */
export function readInteiro(text: string): string {
  const numero = parseInteiro(text);
  return numero !== null && numero >= 0 && numero <= INTEIRO_MAX ? String(numero) : "";
}

/** A typed amount with a dot; "" where it is none. */
function readDecimal(text: string): string {
  const decimal = parseDecimal(text, VALOR_CASAS);
  return decimal === null || decimal.startsWith("-") ? "" : decimal;
}

/** Two ends as they are typed. */
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

/** What was typed, as addresses hold it; an end that is no number is left out. */
export function readFaixa(tipo: Tipo, { de, ate }: FaixaDigitada): Faixa {
  return joinFaixa(READ[tipo](de), READ[tipo](ate));
}

/** What is wrong with typed ends, by field. */
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

/** The errors of a field's sides under the field's own name: "numero.de". */
export function named(nome: string, wrong: Partial<Record<string, string>>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(wrong).map(([lado, erro]) => [`${nome}.${lado}`, erro]));
}

/** The errors that there are. */
export function errosOf(wrong: Record<string, string | null>): Partial<Record<string, string>> {
  return Object.fromEntries(Object.entries(wrong).filter(([, erro]) => erro !== null)) as Record<
    string,
    string
  >;
}
