import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { explainAto, explainFalha, inLine, Recusa } from "./falhas.ts";

/**
 * Shows a failure in a form: under the fields that the server names (the first gets the focus), else
 * above the form.
 * @param nameOf maps a path of the params to a field of the form
 * @param titulo heads a failure that is not a refusal, where spec §8 has a sentence for the action
 */
export function recusar<T extends FieldValues>(
  error: unknown,
  form: UseFormReturn<T>,
  nameOf: (campo: string) => Path<T> | undefined,
  titulo?: string,
): void {
  // An error without a field on the screen shows above the form, also when others have fields.
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

/** Maps a path of the params to the field with the same last segment. */
export function lastName<T extends string>(names: readonly T[]): (campo: string) => T | undefined {
  return (campo) => names.find((name) => name === campo.split(".").at(-1));
}
