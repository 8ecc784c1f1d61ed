import { PEOPLE_MESSAGES, personName, tipoPessoa } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { schemaResolver } from "./schema-resolver.ts";

const { localeError } = z.config();
beforeAll(() => z.config(z.locales.en()));
afterAll(() => z.config({ localeError }));

test("no form shows a message of the schema library", async () => {
  const resolve = schemaResolver(z.object({ nome: personName(), tipo: tipoPessoa }));
  const errorsOf = async (name: string, type: string): Promise<unknown[]> => {
    const values = { nome: name, tipo: type as "Física" };
    const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.values(errors).map((error) => error?.message);
  };
  const { textoEmBranco, textoLongo, valorInvalido } = PEOPLE_MESSAGES;
  expect(await errorsOf("x".repeat(101), "Física")).toEqual([textoLongo]);
  expect(await errorsOf(" ", "outra")).toEqual([textoEmBranco, valorInvalido]);
});
