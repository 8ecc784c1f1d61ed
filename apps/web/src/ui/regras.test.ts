import { MENSAGENS_DAS_PESSOAS, nomePessoa, tipoPessoa } from "@malote/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { resolverOf } from "./regras.ts";

const { localeError } = z.config();
beforeAll(() => z.config(z.locales.en()));
afterAll(() => z.config({ localeError }));

test("no form shows a message of the schema library", async () => {
  const resolve = resolverOf(z.object({ nome: nomePessoa(), tipo: tipoPessoa }));
  const errorsOf = async (nome: string, tipo: string): Promise<unknown[]> => {
    const values = { nome, tipo: tipo as "Física" };
    const { errors } = await resolve(values, undefined, { fields: {}, shouldUseNativeValidation: false });
    return Object.values(errors).map((error) => error?.message);
  };
  const { textoEmBranco, textoLongo, valorInvalido } = MENSAGENS_DAS_PESSOAS;
  expect(await errorsOf("x".repeat(101), "Física")).toEqual([textoLongo]);
  expect(await errorsOf(" ", "outra")).toEqual([textoEmBranco, valorInvalido]);
});
