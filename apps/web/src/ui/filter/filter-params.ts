import { FILTER_TEXT_MAX } from "@malote/contract";
import { cleanDocumento } from "@malote/syntax";
import { filterTexts } from "../../texts/lists/filters.ts";
import { formatPeriod, type Period, readPeriod } from "../date/period.ts";

/** How one type of field is read from and written to the URL. */
export type ParamFormat<V> = {
  /** The value that restricts nothing. */
  empty: V;
  /** Parses a URL value; null when it is invalid. */
  read: (text: string) => V | null;
  write: (value: V) => string;
};

/** One field of a filter: its URL parameter, its label and the text of its chip. */
export type FieldDefinition<V> = ParamFormat<V> & {
  param: string;
  label: string;
  formatValue: (value: V) => string;
};

/** The fields of a filter, in the order of their chips. */
export type FieldDefinitions<F> = { readonly [K in keyof F]: FieldDefinition<F[K]> };

/** One active filter: the text of its chip, and the filter without it. */
export type ActiveFilter<F> = { field: string; value: string; without: F };

/** A three-state flag: yes, no or any. */
export type TriState = "sim" | "nao" | "todos";

/** A range, "10..20"; one side may be missing, "" is any. */
export type RangeParam = string;

export function defineField<V>(
  param: string,
  format: ParamFormat<V>,
  label: string,
  formatValue: (value: V) => string = format.write,
): FieldDefinition<V> {
  return { ...format, param, label, formatValue };
}

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

export const PERIOD_PARAM: ParamFormat<Period> = { empty: "tudo", read: readPeriod, write: (value) => value };

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
export function rangeParam(
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
export function formatRange(formatSide: (side: string) => string): (range: RangeParam) => string {
  return (range) => {
    const { de, ate } = splitRange(range);
    if (de === ate) return formatSide(de);
    return filterTexts.entre(de && formatSide(de), ate && formatSide(ate));
  };
}

/** A period field. */
export function definePeriod(param: string, label: string): FieldDefinition<Period> {
  return defineField(param, PERIOD_PARAM, label, formatPeriod);
}

/** Reads the filter from the URL; an invalid value falls back to the default. */
export function readFields<F extends object>(
  fields: FieldDefinitions<F>,
  params: URLSearchParams,
  defaults: F,
): F {
  return mapFields(fields, (name) => {
    const text = params.get(fields[name].param);
    return (text === null ? null : fields[name].read(text)) ?? defaults[name];
  });
}

/** Writes a filter into the URL parameters: only the values that differ from the default. */
export function writeFields<F extends object>(
  fields: FieldDefinitions<F>,
  params: URLSearchParams,
  { filter, defaults }: { filter: F; defaults: F },
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of fieldNamesOf(fields)) {
    const { param, write } = fields[name];
    const text = write(filter[name]);
    if (text === write(defaults[name])) next.delete(param);
    else next.set(param, text);
  }
  return next;
}

/** The filter that restricts nothing. */
export function emptyFilterOf<F extends object>(fields: FieldDefinitions<F>): F {
  return mapFields(fields, (name) => fields[name].empty);
}

/** The active filters, in the order of their fields. */
export function activeFiltersOf<F extends object>(fields: FieldDefinitions<F>, filter: F): ActiveFilter<F>[] {
  return fieldNamesOf(fields).flatMap((name) => {
    const { empty, write, label, formatValue } = fields[name];
    const value = filter[name];
    if (write(value) === write(empty)) return [];
    return [{ field: label, value: formatValue(value), without: { ...filter, [name]: empty } }];
  });
}

/** How many of the given fields are active. */
export function countActive<F extends object>(
  fields: FieldDefinitions<F>,
  filter: F,
  names: readonly (keyof F)[],
): number {
  return names.filter((name) => fields[name].write(filter[name]) !== fields[name].write(fields[name].empty))
    .length;
}

function fieldNamesOf<F extends object>(fields: FieldDefinitions<F>): (keyof F)[] {
  return Object.keys(fields) as (keyof F)[];
}

function mapFields<F extends object>(
  fields: FieldDefinitions<F>,
  readValue: (name: keyof F) => F[keyof F],
): F {
  return Object.fromEntries(fieldNamesOf(fields).map((name) => [name, readValue(name)])) as F;
}
