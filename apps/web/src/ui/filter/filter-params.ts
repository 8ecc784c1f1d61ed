import { FILTER_TEXT_MAX, parseDecimal, parseInteger } from "@malote/contract";
import { cleanDocumento, compareText, isDay } from "@malote/syntax";
import { filterTexts } from "../../texts/lists/filters.ts";

/** How one type of field is read from and written to the URL. */
export type ParamFormat<V> = {
  /** The value that restricts nothing. */
  empty: V;
  /** Parses a URL value; null when it is invalid. */
  read: (text: string) => V | null;
  write: (value: V) => string;
};

/** A three-state flag: yes, no or any. */
export type TriState = "sim" | "nao" | "todos";

/** A range, "10..20"; one side may be missing, "" is any. */
export type RangeParam = string;

const NUMBER_MAX = 999_999_999;
const ID = /^[\da-f-]{36}$/i;
const TIME_SUFFIX = /^T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** A search text: must contain more than spaces and combining accents. */
export const TEXT_PARAM: ParamFormat<string> = {
  empty: "",
  read: (text) => (/[^\s\p{M}]/u.test(text) ? text.trim().slice(0, FILTER_TEXT_MAX) : null),
  write: (value) => value,
};

/** A whole or partial CNPJ, CPF or chave, masked or not. */
export const DOCUMENTO_PARAM: ParamFormat<string> = {
  ...TEXT_PARAM,
  read: (text) => TEXT_PARAM.read(cleanDocumento(text)),
};

/** The number of a document or its série. */
export const NUMBER_PARAM: ParamFormat<string> = { ...TEXT_PARAM, read: readNumber };

export const ID_PARAM: ParamFormat<string> = { ...TEXT_PARAM, read: (text) => (ID.test(text) ? text : null) };

export const TRI_STATE_PARAM: ParamFormat<TriState> = {
  empty: "todos",
  read: (text) => (text === "sim" || text === "nao" || text === "todos" ? text : null),
  write: (value) => value,
};

/** A boolean: "sim" is true, anything else is false. */
export const BOOLEAN_PARAM: ParamFormat<boolean> = {
  empty: false,
  read: (text) => text === "sim",
  write: (value) => (value ? "sim" : ""),
};

/** Ranges of numbers, amounts in reais, and instants ("2026-11-20T14:30", or a day for all of it). */
export const RANGE_PARAMS = {
  inteiro: rangeParam(readNumber, byNumber),
  valor: rangeParam((text) => {
    const decimal = parseDecimal(text);
    return decimal?.startsWith("-") ? null : decimal;
  }, byNumber),
  instante: rangeParam(
    (text) => {
      const time = text.slice(10);
      return isDay(text.slice(0, 10)) && (time === "" || TIME_SUFFIX.test(time)) ? text : null;
    },
    (a, b) => compareText(a, b.length === 10 ? `${b}T23:59` : b),
  ),
};

/** One of the given values, or none. */
export function oneOf<T extends string>(values: readonly T[]): ParamFormat<T | ""> {
  return {
    empty: "",
    read: (text) => values.find((value) => value === text) ?? null,
    write: (value) => value,
  };
}

/** Several of the given values, comma-separated, in the given order. */
export function severalOf<T extends string | number>(values: readonly T[]): ParamFormat<readonly T[]> {
  return {
    empty: [],
    read: (text) => {
      const asked = text.split(",");
      return values.filter((value) => asked.includes(String(value)));
    },
    write: (chosen) => chosen.join(","),
  };
}

/** A range. `readSide` normalises one side, null when it is invalid; `compareSides` orders two sides. */
function rangeParam(
  readSide: (text: string) => string | null,
  compareSides: (a: string, b: string) => number,
): ParamFormat<RangeParam> {
  return {
    empty: "",
    read: (text) => {
      const { de, ate } = splitRange(text);
      const sides = [de, ate].map((side) => (side === "" ? "" : readSide(side)));
      const [from, to] = sides;
      if (from == null || to == null || (from !== "" && to !== "" && compareSides(from, to) > 0)) return null;
      return joinRange(from, to);
    },
    write: (value) => value,
  };
}

export function splitRange(range: RangeParam): { de: string; ate: string } {
  const [de = "", ate = ""] = range.split("..");
  return { de, ate };
}

export function joinRange(de: string, ate: string): RangeParam {
  return de === "" && ate === "" ? "" : `${de}..${ate}`;
}

/** Formats a range: "10 a 20", "desde 10", "até 20"; `formatSide` formats each side. */
export function formatRange(range: RangeParam, formatSide: (side: string) => string): string {
  const { de, ate } = splitRange(range);
  if (de === ate) return formatSide(de);
  return filterTexts.entre(de && formatSide(de), ate && formatSide(ate));
}

function readNumber(text: string): string | null {
  const numero = parseInteger(text);
  return numero !== null && numero >= 0 && numero <= NUMBER_MAX ? String(numero) : null;
}

function byNumber(a: string, b: string): number {
  return Number(a) - Number(b);
}
