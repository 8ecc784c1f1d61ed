import type { Day } from "@malote/syntax";
import { filterTexts } from "../../texts/lists/filters.ts";
import type { Suggestion } from "../form/ComboboxField.tsx";
import type { SelectOption } from "../form/SelectField.tsx";
import type { ParamFormat } from "./filter-params.ts";

/**
 * Returns the name of a record by its id, or that of a party by its CNPJ or CPF ("documento"); "" for an
 * unknown party.
 */
export type NameOf = (id: string, kind?: "documento") => string;

export type Suggest = (searchKey: string, signal: AbortSignal) => Promise<Suggestion[]>;

/** The input of a field in the form. `inputs.tsx` says how each kind is typed, checked and drawn. */
export type InputDesign =
  | { kind: "text"; label: string; hint: string | undefined }
  | { kind: "suggest"; label: string; hint: string; suggest: Suggest }
  | { kind: "party"; label: string; documento: { field: string; label: string }; suggest: Suggest }
  | { kind: "chave"; label: string; hint: string }
  | { kind: "integer" | "period" | "instants"; label: string }
  | { kind: "range"; of: "inteiro" | "valor"; labels: { de: string; ate: string } }
  | { kind: "choice"; label: string; empty: SelectOption; options: readonly SelectOption[] }
  | { kind: "choices"; label: string; options: readonly { value: string | number; label: string }[] }
  | { kind: "switch"; label: string; off: string; on: string }
  | { kind: "record"; label: string; any: string; useOptions: () => readonly SelectOption[] }
  /** Without an input of its own: the input of a party fills it, or only links do. */
  | { kind: "documento" | "none" };

/** One field of a filter. V: its value; R: the part of the request that it becomes. */
export type FilterField<V, R = object> = ParamFormat<V> & {
  param: string;
  /** Field name in the chip. */
  label: string;
  formatValue(value: V, nameOf: NameOf): string;
  toRequest(value: V, today: Day): Partial<R>;
  input: InputDesign;
};

/** The values of a record of fields. */
export type FilterOf<Fields> = {
  [K in keyof Fields]: Fields[K] extends FilterField<infer V> ? V : never;
};

/** A filter, described once: it yields the chips, the form, the URL and the request. */
export type FilterDesign<F, R = object> = {
  /** Title of the form. */
  title: string;
  /** The fields, in the order of their chips. */
  fields: { readonly [K in keyof F]: FilterField<F[K], R> };
  /** The form: titles of the groups, and their fields in order. */
  groups: readonly { title: string; fields: readonly (keyof F & string)[] }[];
};

/** One active filter: the text of its chip, and the filter without it. */
type ActiveFilter<F> = { name: keyof F & string; field: string; value: string; without: F };

/** The filter that restricts nothing. */
export function emptyFilterOf<F extends object>({ fields }: FilterDesign<F>): F {
  return mapFields(fields, (name) => fields[name].empty) as F;
}

/** The active filters, in the order of their fields. */
export function chipsOf<F extends object>(
  { fields }: FilterDesign<F>,
  filter: NoInfer<F>,
  nameOf: NameOf = (_id, kind) => (kind === undefined ? filterTexts.umaEmpresa : ""),
): ActiveFilter<F>[] {
  return namesOf(fields).flatMap((name) => {
    const { empty, label, formatValue } = fields[name];
    if (!isActive(fields, filter, name)) return [];
    const value = formatValue(filter[name], nameOf);
    return [{ name: name as keyof F & string, field: label, value, without: { ...filter, [name]: empty } }];
  });
}

/** The field whose input changes a field: a CNPJ has that of its name; null without one. */
export function inputFieldOf<F extends object>(
  { fields }: FilterDesign<F>,
  name: keyof F & string,
): string | null {
  const { kind } = fields[name].input;
  if (kind === "none") return null;
  if (kind !== "documento") return name;
  const party = namesOf(fields).find((other) => {
    const { input } = fields[other];
    return input.kind === "party" && input.documento.field === name;
  });
  return party === undefined ? null : String(party);
}

/** How many fields are active, of all or of the given ones. */
export function countActive<F extends object>(
  { fields }: FilterDesign<F>,
  filter: NoInfer<F>,
  names: readonly (keyof F)[] = namesOf(fields),
): number {
  return names.filter((name) => isActive(fields, filter, name)).length;
}

/** The search parameters of the server. */
export function requestOf<F extends object, R>(
  { fields }: FilterDesign<F, R>,
  filter: NoInfer<F>,
  today: Day,
): Partial<R> {
  const parts = namesOf(fields)
    .filter((name) => isActive(fields, filter, name))
    .map((name) => fields[name].toRequest(filter[name], today));
  return Object.fromEntries(
    parts.flatMap((part) => Object.entries(part).filter(([, value]) => value !== undefined)),
  ) as Partial<R>;
}

/** Reads the filter from the URL; an invalid value falls back to the default. */
export function readParams<F extends object>(
  { fields }: FilterDesign<F>,
  params: URLSearchParams,
  defaults: F,
): F {
  return mapFields(fields, (name) => {
    const text = params.get(fields[name].param);
    return (text === null ? null : fields[name].read(text)) ?? defaults[name];
  }) as F;
}

/** Writes a filter into the URL parameters: only the values that differ from the default. */
export function writeParams<F extends object>(
  { fields }: FilterDesign<F>,
  params: URLSearchParams,
  { filter, defaults }: { filter: F; defaults: F },
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of namesOf(fields)) {
    const { param, write } = fields[name];
    const text = write(filter[name]);
    if (text === write(defaults[name])) next.delete(param);
    else next.set(param, text);
  }
  return next;
}

function isActive<F extends object>(fields: FilterDesign<F>["fields"], filter: F, name: keyof F): boolean {
  const { empty, write } = fields[name];
  return write(filter[name]) !== write(empty);
}

function namesOf<F extends object>(fields: FilterDesign<F>["fields"]): (keyof F)[] {
  return Object.keys(fields) as (keyof F)[];
}

/** A value for each field. */
export function mapFields<F extends object, V>(
  fields: FilterDesign<F>["fields"],
  makeValue: (name: keyof F) => V,
): Record<keyof F, V> {
  return Object.fromEntries(namesOf(fields).map((name) => [name, makeValue(name)])) as Record<keyof F, V>;
}
