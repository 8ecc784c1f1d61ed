import { METHODS } from "@malote/contract";
import { expect, expectTypeOf, test } from "vitest";
import type { Handlers, PublicContext, SignedInContext } from "../services/handler.ts";

test("a public handler has no caller, every other handler has one", () => {
  expect(METHODS["Auth.logar"].access).toBe("public");
  expectTypeOf<Handlers["Auth.logar"]>().parameter(0).toEqualTypeOf<PublicContext>();
  expectTypeOf<PublicContext>().not.toHaveProperty("caller");
  expectTypeOf<Handlers["Nota.getNota"]>().parameter(0).toEqualTypeOf<SignedInContext>();
  // @ts-expect-error a public handler that reads the caller does not compile
  const reads: Handlers["Auth.logar"] = async (ctx) => ({ authToken: ctx.caller.contaId });
  expect(reads).toBeTypeOf("function");
});

test("a service with a missing handler or another result does not compile", () => {
  // @ts-expect-error Usuario.getUsuarioAtual is missing
  const none: Handlers<"Usuario"> = {};
  // @ts-expect-error a list is not an acknowledgement
  const wrong: Handlers["Nota.getListNota"] = async () => ({});
  expect([none, wrong]).toHaveLength(2);
});

test("handlers and contract have the same methods", () => {
  expectTypeOf<keyof Handlers>().toEqualTypeOf<keyof typeof METHODS>();
});
