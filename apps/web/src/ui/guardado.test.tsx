import { beforeEach, expect, test } from "vitest";
import { readGuardado, writeGuardado } from "./guardado.ts";

const MARINA = { contaId: "demo", usuarioId: "marina" };
const OTTO = { contaId: "demo", usuarioId: "otto" };

beforeEach(() => localStorage.clear());

test("values stored for one user are not visible to another in the same browser", () => {
  writeGuardado("buscas", MARINA, ["laticínios"]);
  expect(readGuardado("buscas", MARINA)).toEqual(["laticínios"]);
  expect(readGuardado("buscas", OTTO)).toBeNull();
  expect(readGuardado("buscas", { ...MARINA, contaId: "outra" })).toBeNull();
});

test("null removes the stored value; an unreadable value reads as null", () => {
  writeGuardado("buscas", MARINA, ["laticínios"]);
  const [chave = ""] = Object.keys(localStorage);
  localStorage.setItem(chave, "{isto não é JSON");
  expect(readGuardado("buscas", MARINA)).toBeNull();
  writeGuardado("buscas", MARINA, null);
  expect(localStorage.length).toBe(0);
});
