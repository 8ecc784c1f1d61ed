import { beforeEach, expect, test } from "vitest";
import { readStored, writeStored } from "./stored-value.ts";

const MARINA = { contaId: "demo", usuarioId: "marina" };
const OTTO = { contaId: "demo", usuarioId: "otto" };

beforeEach(() => localStorage.clear());

test("values stored for one user are not visible to another in the same browser", () => {
  writeStored("buscas", MARINA, ["laticínios"]);
  expect(readStored("buscas", MARINA)).toEqual(["laticínios"]);
  expect(readStored("buscas", OTTO)).toBeNull();
  expect(readStored("buscas", { ...MARINA, contaId: "outra" })).toBeNull();
});

test("null removes the stored value; an unreadable value reads as null", () => {
  writeStored("buscas", MARINA, ["laticínios"]);
  const [key = ""] = Object.keys(localStorage);
  localStorage.setItem(key, "{isto não é JSON");
  expect(readStored("buscas", MARINA)).toBeNull();
  writeStored("buscas", MARINA, null);
  expect(localStorage.length).toBe(0);
});
