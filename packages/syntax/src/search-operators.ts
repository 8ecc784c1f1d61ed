import { type Day, isDay } from "./day.ts";
import type { TipoNota } from "./modelos.ts";
import { foldName } from "./name-sort-key.ts";
import { type CentsRange, readValores } from "./search-amounts.ts";
import { TIPOS_NOTA } from "./tipo-nota.ts";

/** The situations that `situacao:` names. */
export const SEARCH_SITUATIONS = [
  ...(["divergente", "quarentena", "autorizada", "cancelada", "denegada", "nao-validada"] as const),
  ...(["aberta", "processada", "recebida", "conferida"] as const),
] as const;
export type SearchSituation = (typeof SEARCH_SITUATIONS)[number];

/** The operators of a search, by the words that users type. */
export const SEARCH_OPERATORS = ["valor", "de", "para", "emissao", "situacao", "tipo", "uf"] as const;
export type SearchOperatorName = (typeof SEARCH_OPERATORS)[number];

/** One condition of a search text. Days include both ends; an open end is null. */
export type SearchOperator =
  | { name: "valor"; faixa: CentsRange }
  | { name: "de" | "para"; quem: string }
  | { name: "emissao"; de: Day | null; ate: Day | null }
  | { name: "situacao"; situacao: SearchSituation }
  | { name: "tipo"; tipo: TipoNota }
  | { name: "uf"; uf: string };

/** An operator as it is written in a text, with its place. */
export type WrittenOperator = { text: string; at: number; operator: SearchOperator };

/** The operators of a text, and its other words. */
export type SearchText = { operators: WrittenOperator[]; resto: string };

/** A word, or an operator whose value is quoted because it has blanks: de:"pedra morna". */
const WORD = /(?<!\S)(?:\p{L}+:"[^"]*"|\S+)/giu;
const OPERATOR = /^(?<name>\p{L}+):(?<value>"[^"]+"|[^"\s]+)$/iu;
const DAYS = /^(\d{1,3})d$/;

/**
 * Reads a search text. A relative day ("hoje", "7d", "mes-passado") is one of the user's today; without it,
 * only absolute days are operators.
 */
export function readOperators(text: string, today: Day | null): SearchText {
  const operators: WrittenOperator[] = [];
  const others: string[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const operator = readOperator(word, today);
    if (operator) operators.push({ text: word, at: index, operator });
    else others.push(word);
  }
  if (operators.length > 0) return { operators, resto: others.join(" ") };
  // "1.234,56" alone is an amount, too.
  const bare = readValores(text);
  const found = bare.faixas.map((faixa) => ({ text, at: 0, operator: { name: "valor", faixa } as const }));
  return { operators: found, resto: found.length > 0 ? bare.resto : text };
}

/** The operator that a word is; null for any other word, also for one whose value is not understood. */
export function readOperator(word: string, today: Day | null): SearchOperator | null {
  const found = OPERATOR.exec(word)?.groups;
  const name = SEARCH_OPERATORS.find((each) => each === foldName(found?.name ?? ""));
  const value = (found?.value ?? "").replaceAll('"', "").trim();
  if (name === undefined || value === "") return null;
  switch (name) {
    case "valor": {
      const [faixa] = readValores(word).faixas;
      return faixa ? { name, faixa } : null;
    }
    case "de":
    case "para":
      return { name, quem: value };
    case "emissao":
      return readPeriod(value, today);
    case "situacao":
      return readSituation(value);
    case "tipo": {
      const tipo = TIPOS_NOTA.find((each) => plain(each) === plain(value));
      return tipo ? { name, tipo } : null;
    }
    case "uf":
      return /^[a-z]{2}$/i.test(value) ? { name, uf: value.toUpperCase() } : null;
  }
}

/** Writes relative days as days, so that the text means the same tomorrow. */
export function writeAbsolute(text: string, today: Day): string {
  return readOperators(text, today).operators.reduceRight((written, { text: word, at, operator }) => {
    if (operator.name !== "emissao") return written;
    const days = `emissao:${operator.de ?? ""}..${operator.ate ?? ""}`;
    return written.slice(0, at) + days + written.slice(at + word.length);
  }, text);
}

/** "Não validada", "nao-validado" and "nao_validada" are one situation. */
function readSituation(value: string): SearchOperator | null {
  const folded = foldName(value)
    .replaceAll(/[\s_]+/g, "-")
    .replace(/ad[oa]s?$/, "ada")
    .replace(/id[oa]s?$/, "ida");
  const situacao = SEARCH_SITUATIONS.find((each) => each === folded || plain(each) === plain(folded));
  return situacao ? { name: "situacao", situacao } : null;
}

function plain(text: string): string {
  return foldName(text).replaceAll(/[^a-z0-9]/g, "");
}

function readPeriod(value: string, today: Day | null): SearchOperator | null {
  const [from = "", to, ...more] = value.split("..");
  if (more.length > 0) return null;
  const first = from === "" ? null : readSpan(from, today);
  if (to === undefined) return first && { name: "emissao", de: first.de, ate: first.ate };
  const last = to === "" ? null : readSpan(to, today);
  if ((from !== "" && !first) || (to !== "" && !last) || (!first && !last)) return null;
  return { name: "emissao", de: first?.de ?? null, ate: last?.ate ?? null };
}

type Span = { de: Day; ate: Day };

/** A day, a month, a year, or a word for one relative to today. */
function readSpan(value: string, today: Day | null): Span | null {
  const text = foldName(value);
  const brazilian = /^(?:(\d{1,2})\/)?(\d{1,2})\/(\d{4})$/.exec(text);
  const iso = brazilian
    ? [brazilian[3], brazilian[2]?.padStart(2, "0"), brazilian[1]?.padStart(2, "0")]
        .filter((part) => part !== undefined)
        .join("-")
    : text;
  if (/^\d{4}$/.test(iso)) return spanOf(`${iso}-01-01`, `${iso}-12-31`);
  if (/^\d{4}-\d{2}$/.test(iso)) return monthOf(`${iso}-01`);
  if (isDay(iso)) return { de: iso, ate: iso };
  return today === null ? null : readRelative(text, today);
}

function readRelative(text: string, today: Day): Span | null {
  const days = DAYS.exec(text)?.[1];
  if (days !== undefined) return { de: addDays(today, 1 - Math.max(1, Number(days))), ate: today };
  switch (text) {
    case "hoje":
      return { de: today, ate: today };
    case "ontem":
      return { de: addDays(today, -1), ate: addDays(today, -1) };
    case "mes":
      return monthOf(today);
    case "mes-passado":
      return monthOf(addDays(`${today.slice(0, 7)}-01`, -1));
    case "ano":
      return spanOf(`${today.slice(0, 4)}-01-01`, `${today.slice(0, 4)}-12-31`);
    default:
      return null;
  }
}

function spanOf(de: Day, ate: Day): Span | null {
  return isDay(de) && isDay(ate) ? { de, ate } : null;
}

/** The month of a day. */
function monthOf(day: Day): Span | null {
  const first = `${day.slice(0, 7)}-01`;
  if (!isDay(first)) return null;
  const next = addDays(first, 31).slice(0, 7);
  return { de: first, ate: addDays(`${next}-01`, -1) };
}

function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}
