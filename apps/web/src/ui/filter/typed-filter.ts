import type { Day } from "@malote/syntax";
import { type FilterDesign, type InputDesign, mapFields } from "./filter-design.ts";
import { INPUTS, type InputKind } from "./inputs.tsx";
import type { FieldErrors } from "./typed-fields.ts";

/** A filter as typed in its form. */
type TypedFilter<F> = Record<keyof F, unknown>;

/** How an input is typed, checked and drawn. */
export function kindOf(input: InputDesign): InputKind<InputDesign, unknown, unknown> {
  return INPUTS[input.kind] as InputKind<InputDesign, unknown, unknown>;
}

/** A filter as the form shows it. `today` is the day in the conta's zone. */
export function toTyped<F extends object>(
  { fields }: FilterDesign<F>,
  filter: NoInfer<F>,
  today: Day,
): TypedFilter<F> {
  return mapFields(fields, (name) => {
    const { input } = fields[name];
    return kindOf(input).toTyped(filter[name], input, today);
  });
}

/** The filter that the form holds; an invalid value restricts nothing. */
export function toFilter<F extends object>({ fields }: FilterDesign<F>, typed: TypedFilter<NoInfer<F>>): F {
  return mapFields(fields, (name) => {
    const { input } = fields[name];
    return kindOf(input).toValue(typed[name], input);
  }) as F;
}

/** Errors of a form, by field ("chave") or by part of it ("numero.de"). */
export function checkTyped<F extends object>(
  { fields }: FilterDesign<F>,
  typed: TypedFilter<NoInfer<F>>,
): FieldErrors {
  const errors = Object.entries(mapFields(fields, (name) => fields[name].input)).map(([name, input]) => ({
    name,
    wrong: kindOf(input as InputDesign).check(typed[name as keyof F], input as InputDesign),
  }));
  return Object.fromEntries(
    errors.flatMap(({ name, wrong }) =>
      Object.entries(wrong).map(([part, error]) => [part ? `${name}.${part}` : name, error]),
    ),
  );
}
