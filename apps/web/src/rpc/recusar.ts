import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { explainAto, explainFalha, inLine, Recusa } from "./falhas.ts";

/**
 * Shows in a form why something was not done: under the fields that the server names, the first of which gets the focus; else over the form.
 * @param nameOf the field of the form that a path of the params stands for
 * @param titulo what stands before a failure that is no refusal, where spec §8 has a sentence for the act
 */
export function recusar<T extends FieldValues>(
  error: unknown,
  form: UseFormReturn<T>,
  nameOf: (campo: string) => Path<T> | undefined,
  titulo?: string,
): void {
  // What has no field on the screen is said over the form, also beside what has one.
  if (error instanceof Recusa && showErros(error, form, nameOf)) return;
  const falha = titulo === undefined ? explainFalha(error) : explainAto(error, titulo);
  const message = error instanceof Recusa ? error.message : falha ? inLine(falha) : "";
  form.setError("root", { message });
}

function showErros<T extends FieldValues>(
  { erros }: Recusa,
  form: UseFormReturn<T>,
  nameOf: (campo: string) => Path<T> | undefined,
): boolean {
  const known = erros.flatMap(({ campo, mensagem }) => {
    const name = nameOf(campo);
    return name === undefined ? [] : [{ name, mensagem }];
  });
  known.forEach(({ name, mensagem }, index) => {
    form.setError(name, { type: "server", message: mensagem }, { shouldFocus: index === 0 });
  });
  return known.length > 0 && known.length === erros.length;
}

/** The field of a form whose name ends a path of the params. */
export function lastName<T extends string>(names: readonly T[]): (campo: string) => T | undefined {
  return (campo) => names.find((name) => name === campo.split(".").at(-1));
}
