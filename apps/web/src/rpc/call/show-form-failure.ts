import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { explainActionFailure, explainFailure, Refusal, toOneLine } from "./failures.ts";

/**
 * Shows a failure in a form: under the fields that the server names (the first gets the focus), else
 * above the form.
 * @param nameOf maps a path of the params to a field of the form
 * @param title heads a failure that is not a refusal, where spec §8 has a sentence for the action
 */
export function showFormFailure<T extends FieldValues>(
  error: unknown,
  form: UseFormReturn<T>,
  nameOf: (field: string) => Path<T> | undefined,
  title?: string,
): void {
  // An error without a field on the screen shows above the form, also when others have fields.
  if (error instanceof Refusal && showFieldErrors(error, form, nameOf)) return;
  const failure = title === undefined ? explainFailure(error) : explainActionFailure(error, title);
  const message = error instanceof Refusal ? error.message : failure ? toOneLine(failure) : "";
  form.setError("root", { message });
}

/** Shows a refusal under the fields that it names. @returns whether every error has a field */
export function showFieldErrors<T extends FieldValues>(
  { erros: errors }: Refusal,
  form: UseFormReturn<T>,
  nameOf: (field: string) => Path<T> | undefined,
): boolean {
  const known = errors.flatMap(({ campo: field, mensagem }) => {
    const name = nameOf(field);
    return name === undefined ? [] : [{ name, mensagem }];
  });
  known.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return known.length > 0 && known.length === errors.length;
}

/** Maps a path of the params to the field with the same last segment. */
export function fieldOfPath<T extends string>(names: readonly T[]): (field: string) => T | undefined {
  return (field) => names.find((name) => name === field.split(".").at(-1));
}
