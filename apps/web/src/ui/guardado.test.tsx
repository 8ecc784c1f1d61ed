import { beforeEach, expect, test } from "vitest";
import { readGuardado, writeGuardado } from "./guardado.ts";

const MARINA = { contaId: "demo", usuarioId: "marina" };
const OTTO = { contaId: "demo", usuarioId: "otto" };

beforeEach(() => localStorage.clear());

test("what one person keeps is not seen by another at the same browser", () => {
  writeGuardado("buscas", MARINA, ["laticínios"]);
  expect(readGuardado("buscas", MARINA)).toEqual(["laticínios"]);
  expect(readGuardado("buscas", OTTO)).toBeNull();
  expect(readGuardado("buscas", { ...MARINA, contaId: "outra" })).toBeNull();
});

test("what is forgotten leaves nothing behind, and what cannot be read is as if it were not there", () => {
  writeGuardado("buscas", MARINA, ["laticínios"]);
  const [chave = ""] = Object.keys(localStorage);
  localStorage.setItem(chave, "{isto não é JSON");
  expect(readGuardado("buscas", MARINA)).toBeNull();
  writeGuardado("buscas", MARINA, null);
  expect(localStorage.length).toBe(0);
});
