import {
  type Day,
  foldName,
  formatDate,
  formatReais,
  formatTipoNota,
  readOperators,
  SEARCH_OPERATORS,
  SEARCH_SITUATIONS,
  type SearchOperator,
  type SearchOperatorName,
} from "@malote/syntax";
import { operatorTexts as texts } from "../../texts/app/search-operators.ts";

/** The operators shown before one is begun: the others are found by their first letters. */
const SHOWN = 4;

/** A search in words: "valor acima de R$ 1.000,00, “pedra”". */
export function describeSearch(text: string, today: Day): string {
  const { operators, resto } = readOperators(text.trim(), today);
  const words = operators.map(({ operator }) => describeOperator(operator));
  return [...words, ...(resto.trim() === "" ? [] : [texts.texto(resto.trim())])].join(", ");
}

function describeOperator(operator: SearchOperator): string {
  switch (operator.name) {
    case "valor":
      return describeAmounts(operator.faixa);
    case "de":
    case "para":
      return texts[operator.name](operator.quem);
    case "emissao":
      return describeDays(operator);
    case "situacao":
      return texts.situacoes[operator.situacao];
    case "tipo":
      return formatTipoNota(operator.tipo);
    case "uf":
      return texts.uf(operator.uf);
  }
}

function describeAmounts({ de, ate }: { de: string | null; ate: string | null }): string {
  const reais = (cents: bigint): string => {
    const digits = String(cents).padStart(3, "0");
    return formatReais(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
  };
  if (de === null) return texts.valorAte(reais(BigInt(ate ?? "0")));
  // "Above 1000" begins a cent later.
  if (ate === null) return texts.valorAcima(reais(de.endsWith("01") ? BigInt(de) - 1n : BigInt(de)));
  return de === ate
    ? texts.valorDe(reais(BigInt(de)))
    : texts.valorEntre(reais(BigInt(de)), reais(BigInt(ate)));
}

function describeDays({ de, ate }: { de: Day | null; ate: Day | null }): string {
  if (de === null) return texts.emissaoAte(formatDate(ate ?? ""));
  if (ate === null) return texts.emissaoDesde(formatDate(de));
  return de === ate ? texts.emissaoEm(formatDate(de)) : texts.emissaoEntre(formatDate(de), formatDate(ate));
}

/** The operators to hint at: those that the last word begins, else the first ones. */
export function hintedOperators(text: string): SearchOperatorName[] {
  const word = foldName(lastWordOf(text));
  const begun =
    word === "" ? [] : ORDER.filter((name) => `${name}:`.startsWith(word) || word.startsWith(`${name}:`));
  return begun.length > 0 ? begun : ORDER.slice(0, SHOWN);
}

const ORDER = Object.keys(texts.dicas).filter((name): name is SearchOperatorName =>
  (SEARCH_OPERATORS as readonly string[]).includes(name),
);

/** The text with its last word completed to an operator, or to a value of one; null when nothing fits. */
export function completeOperator(text: string): string | null {
  const last = lastWordOf(text);
  const word = foldName(last);
  if (word === "") return null;
  const before = text.slice(0, text.length - last.length);
  const name = ORDER.find((each) => `${each}:`.startsWith(word));
  if (name) return `${before}${name}:`;
  const value = /^situacao:(.+)$/.exec(word)?.[1];
  const situation = value && SEARCH_SITUATIONS.find((each) => each.startsWith(value) && each !== value);
  return situation ? `${before}situacao:${situation} ` : null;
}

function lastWordOf(text: string): string {
  return /\S*$/.exec(text)?.[0] ?? "";
}
