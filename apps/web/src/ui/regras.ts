import { zodResolver } from "@hookform/resolvers/zod";
import { MENSAGENS_DAS_PESSOAS } from "@malote/contract";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";

/** A form resolver for a contract schema: error keys are replaced by their sentences. */
export function resolverOf<T extends FieldValues>(schema: z.ZodMiniType<T, T>): Resolver<T> {
  const resolve = zodResolver(schema, { error: () => SEM_FRASE }) as Resolver<T>;
  return async (values, context, options) => {
    const result = await resolve(values, context, options);
    return { ...result, errors: sayErrors(result.errors) } as typeof result;
  };
}

function sayErrors<T extends FieldValues>(errors: FieldErrors<T>): FieldErrors<T> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      error && typeof error.message === "string" ? { ...error, message: sayRegra(error.message) } : error,
    ]),
  ) as FieldErrors<T>;
}

/** Key for checks without their own sentence: the schema library's messages never show. */
const SEM_FRASE = "valorInvalido";

function sayRegra(key: string): string {
  return Object.hasOwn(MENSAGENS_DAS_PESSOAS, key)
    ? MENSAGENS_DAS_PESSOAS[key as keyof typeof MENSAGENS_DAS_PESSOAS]
    : key;
}
