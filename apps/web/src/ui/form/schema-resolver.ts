import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod/mini";
import { peopleMessages } from "../../texts/names/messages.ts";

/** A form resolver for a contract schema: error keys are replaced by their sentences. */
export function schemaResolver<T extends FieldValues>(schema: z.ZodMiniType<T, T>): Resolver<T> {
  const resolve = zodResolver(schema, { error: () => FALLBACK_KEY }) as Resolver<T>;
  return async (values, context, options) => {
    const result = await resolve(values, context, options);
    return { ...result, errors: translateErrors(result.errors) } as typeof result;
  };
}

function translateErrors<T extends FieldValues>(errors: FieldErrors<T>): FieldErrors<T> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [
      name,
      error && typeof error.message === "string" ? { ...error, message: sentenceOf(error.message) } : error,
    ]),
  ) as FieldErrors<T>;
}

/** Key for checks without their own sentence: the schema library's messages never show. */
const FALLBACK_KEY = "valorInvalido";

function sentenceOf(key: string): string {
  return Object.hasOwn(peopleMessages, key) ? peopleMessages[key as keyof typeof peopleMessages] : key;
}
