import type {
  FieldError,
  FieldPathByValue,
  FieldValues,
  Path,
  PathValue,
  RegisterOptions,
  UseFormReturn,
} from "react-hook-form";

/** Attributes of a field for an address, a user name or a code: nothing to complete or correct. */
export const VERBATIM = { autoComplete: "off", autoCapitalize: "none", spellCheck: false } as const;

/** The error sentence of a field. */
export function errorOf<V extends FieldValues>(form: UseFormReturn<V>, name: Path<V>): string | undefined {
  const errors = form.formState.errors as Partial<Record<string, FieldError>>;
  return errors[name]?.message;
}

/** Binds a Mantine text field or select to a form field; its error replaces the hint. */
export function field<V extends FieldValues>(
  form: UseFormReturn<V>,
  name: Path<V>,
  hint?: React.ReactNode,
  options?: RegisterOptions<V, Path<V>>,
) {
  const error = errorOf(form, name);
  return { ...form.register(name, options), description: error ? undefined : hint, error };
}

/** Sets a form value as if the user had typed it. */
export function change<V extends FieldValues, N extends Path<V>>(
  form: UseFormReturn<V>,
  name: N,
  value: PathValue<V, N>,
): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: errorOf(form, name) !== undefined });
}

/** Binds a Mantine Switch or Checkbox to a form field. */
export function flag<V extends FieldValues>(form: UseFormReturn<V>, name: FieldPathByValue<V, boolean>) {
  return {
    checked: form.watch(name) as boolean,
    onChange: ({ currentTarget }: React.ChangeEvent<HTMLInputElement>): void =>
      change(form, name, currentTarget.checked as PathValue<V, typeof name>),
  };
}
