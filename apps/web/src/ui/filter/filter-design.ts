import type { Day } from "@malote/syntax";
import { filterTexts } from "../../texts/lists/filters.ts";
import type { ParamFormat } from "./filter-params.ts";

/** Error messages by part of a field; "" is the whole field. */
export type FieldErrors = Partial<Record<string, string>>;

/** Returns the name of a record by its id. */
export type NameOf = (id: string) => string;

/** Value, handlers and errors of one field, for the input that renders it. */
export type InputProps<T> = {
  value: T;
  onChange(value: T): void;
  onBlur(): void;
  error: string | undefined;
  /** Error of one part of a field that has several; none while the user types a part not yet complete. */
  errorOf(part: string, complete: boolean): string | undefined;
  /** Today in the conta's zone. */
  today: Day;
  /** Another field of the form, for an input that fills two. */
  other(name: string): InputProps<string>;
};

/**
 * One field of a filter. V: its value; R: the part of the request that it becomes; T: its value as typed
 * in the form.
 */
export type FilterField<V, R = object, T = unknown> = ParamFormat<V> & {
  param: string;
  /** Field name in the chip. */
  label: string;
  formatValue(value: V, nameOf: NameOf): string;
  toRequest(value: V, today: Day): R;
  toTyped(value: V, today: Day): T;
  /** Reads the typed value; an invalid one restricts nothing. */
  toValue(typed: T): V;
  check(typed: T): FieldErrors;
  /** The input in the form; a field without one is set by links or by the input of another field. */
  draw?(props: InputProps<T>): React.ReactNode;
};

/** The values of a record of fields. */
export type FilterOf<Fields> = {
  [K in keyof Fields]: Fields[K] extends FilterField<infer V, object, infer _> ? V : never;
};

/** A filter, described once: it yields the chips, the form, the URL and the request. */
export type FilterDesign<F, R = object> = {
  /** Title of the form. */
  title: string;
  /** The fields, in the order of their chips. */
  fields: { readonly [K in keyof F]: FilterField<F[K], Partial<R>> };
  /** The form: titles of the groups, and their fields in order. */
  groups: readonly { title: string; fields: readonly (keyof F & string)[] }[];
};

/** One active filter: the text of its chip, and the filter without it. */
export type ActiveFilter<F> = { field: string; value: string; without: F };

/** A filter as typed in its form. */
export type TypedFilter<F> = Record<keyof F, unknown>;

/** The filter that restricts nothing. */
export function emptyFilterOf<F extends object>({ fields }: FilterDesign<F>): F {
  return mapFields(fields, (name) => fields[name].empty);
}

/** The active filters, in the order of their fields. */
export function chipsOf<F extends object>(
  { fields }: FilterDesign<F>,
  filter: NoInfer<F>,
  nameOf: NameOf = () => filterTexts.umaEmpresa,
): ActiveFilter<F>[] {
  return namesOf(fields).flatMap((name) => {
    const { empty, label, formatValue } = fields[name];
    if (!isActive(fields, filter, name)) return [];
    const value = formatValue(filter[name], nameOf);
    return [{ field: label, value, without: { ...filter, [name]: empty } }];
  });
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
  });
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

/** A filter as the form shows it. `today` is the day in the conta's zone. */
export function toTyped<F extends object>(
  { fields }: FilterDesign<F>,
  filter: NoInfer<F>,
  today: Day,
): TypedFilter<F> {
  return mapFields(fields, (name) => fields[name].toTyped(filter[name], today)) as TypedFilter<F>;
}

/** The filter that the form holds; an invalid value restricts nothing. */
export function toFilter<F extends object>({ fields }: FilterDesign<F>, typed: TypedFilter<NoInfer<F>>): F {
  return mapFields(fields, (name) => fields[name].toValue(typed[name]));
}

/** Errors of a form, by field ("chave") or by part of it ("numero.de"). */
export function checkTyped<F extends object>(
  { fields }: FilterDesign<F>,
  typed: TypedFilter<NoInfer<F>>,
): FieldErrors {
  return Object.fromEntries(
    namesOf(fields).flatMap((name) =>
      Object.entries(fields[name].check(typed[name])).map(([part, error]) => [
        part ? `${String(name)}.${part}` : name,
        error,
      ]),
    ),
  );
}

function isActive<F extends object>(fields: FilterDesign<F>["fields"], filter: F, name: keyof F): boolean {
  const { empty, write } = fields[name];
  return write(filter[name]) !== write(empty);
}

function namesOf<F extends object>(fields: FilterDesign<F>["fields"]): (keyof F)[] {
  return Object.keys(fields) as (keyof F)[];
}

function mapFields<F extends object, V>(
  fields: FilterDesign<F>["fields"],
  makeValue: (name: keyof F) => V,
): F {
  return Object.fromEntries(namesOf(fields).map((name) => [name, makeValue(name)])) as F;
}
